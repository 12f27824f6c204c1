"""Why a card is better than another: facts found in the ways the cards may lie. Pure, of one seat's view."""
