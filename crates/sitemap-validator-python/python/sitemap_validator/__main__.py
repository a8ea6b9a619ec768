"""The command line program: ``python -m sitemap_validator``."""

import signal
import sys

from . import _native


def main() -> int:
    # Python would notice Ctrl-C only after the check.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _native.run(["sitemap-validator", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
