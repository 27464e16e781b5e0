"""The checks behind Scripts/check, one idea a file, with the standard library alone."""
