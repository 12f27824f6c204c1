"""From what somebody may see to words and to what a picture shows. Nothing of Discord."""
