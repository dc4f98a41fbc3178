"""`python -m rulewright`."""

from rulewright.cli import main

if __name__ == "__main__":
    main()
