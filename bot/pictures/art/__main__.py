"""``make art``: draw every card sheet anew."""

from bot.pictures.art.sheets import main

main()
