"""What people see and press on Discord: a folder for each thing that people do, beside what all of them take
(``discord``)."""
