"""What people do that the bot answers: commands, components and modals."""
