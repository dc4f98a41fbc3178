"""What has been found, told to people: values, plays, verdicts, tables and progress."""
