"""`wondertable doctor`: checks of the camera, the machine and what is plugged in."""
