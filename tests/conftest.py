"""What holds for all tests."""

from hypothesis import settings

# Speed is measured in the benchmark: on a busy machine, no example is wrong for being slow.
settings.register_profile("ha-assist", deadline=None)
settings.load_profile("ha-assist")
