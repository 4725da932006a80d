"""Where seeing meets the rules: a scene and a game in; plans, questions and actions out. Pure."""
