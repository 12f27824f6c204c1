"""Every panel there is: its height, and what it says."""
