"""Federation (Explor8, 2022): ambassadors in a senate, five planets, laws and major projects.

The pictures of the rulebook are lost, so part of the board's figures is reconstructed: every record of
``data/federation`` carries its confidence, and `Schema.caution` belongs in every report on this title.
"""
