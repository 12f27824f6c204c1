"""What ``strong`` computes, compiled: deals played out and endings solved. The pure engine stays the judge:
what is legal and what is scored here is compared with it in every preset (``tests/robots``)."""
