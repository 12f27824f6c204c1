"""``make art``: draw every card sheet anew."""

from tools.art.sheets import main

main()
