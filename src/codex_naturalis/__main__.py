"""`python -m codex_naturalis` is the command `codex-naturalis`."""

from codex_naturalis.cli import main

if __name__ == "__main__":
    main()
