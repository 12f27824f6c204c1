"""Everything there is (`world`), every change of it (`changes`), and who hears of a change (`audience`)."""
