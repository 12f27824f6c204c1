"""What whoever hosts the bot is told of it, and nobody else."""
