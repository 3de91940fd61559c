"""What all titles share; no title's name appears here."""
