"""The games of the journal taken together: their facts for statistics, and games merged from other appliances."""
