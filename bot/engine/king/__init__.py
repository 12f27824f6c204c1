"""The King family: Kingen and its relatives. A preset is data: packs, options, and a course of deals."""
