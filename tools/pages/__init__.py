"""Pictures of the pages around the table, each in three languages, three skins and two sizes, with real data."""
