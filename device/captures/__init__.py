"""Pictures kept because they gave rise to questions: recording, file format, replay."""
