"""What people see: the board as a picture, actions and what follows from them in words."""
