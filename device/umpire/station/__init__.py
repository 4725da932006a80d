"""The umpire of a station: cards are shown to its camera one by one."""
