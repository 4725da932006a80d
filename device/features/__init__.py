"""Features that come with the program, a folder each. Nothing outside knows them: `device.feature` finds them."""
