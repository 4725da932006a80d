"""One module per screen: from what is to be shown to panels. A screen decides nothing."""
