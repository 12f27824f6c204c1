# What of the package font-roboto is used: paths of its files by their names. It declares no types itself.
font_files: dict[str, str]
