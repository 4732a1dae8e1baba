"""What toolc does with other packages, one module for each; every one needs an extra."""
