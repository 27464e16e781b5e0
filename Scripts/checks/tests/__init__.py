"""Proof that the checks can fail."""
