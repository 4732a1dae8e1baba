"""`python -m toolc`."""

from toolc.cli import main

if __name__ == "__main__":
    main(prog_name="toolc")
