"""Settings: packaged defaults, files of the appliance and the user, and changes made on the screen."""
