"""What is not to be imported by whoever looks for tests."""

collect_ignore_glob = ["hostile/*.py"]  # participants that mean harm: run behind the fence only
