"""What whoever hosts the bot sees of it: log lines, metrics, and whether it is well. Knows nothing of games;
what is measured is handed to it by the composition root."""
