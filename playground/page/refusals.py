"""What a page is told where its question cannot be answered."""


class Refused(Exception):
    """A question that cannot be answered; the message is a sentence for the reader."""
