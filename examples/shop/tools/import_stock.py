#!/usr/bin/env python3
"""Read a supplier's stock list (CSV with the columns sku and count) and set the counts in the shop.

    python3 tools/import_stock.py data/supplier-sample.csv --dry-run
    SHOP_ADMIN_TOKEN=... python3 tools/import_stock.py delivery.csv --url http://127.0.0.1:3000

The whole file is checked first; with one bad row nothing is sent. Exit 0: done, 1: bad file, 2: the shop refused.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path

SKU = re.compile(r"[A-Z]{3}-[0-9]{3}")
MAX_COUNT = 100_000


def read_counts(path: Path, problems: list[str] = []) -> tuple[dict[str, int], list[str]]:
    """Return the counts by SKU and a list of problems, each with its line number."""
    counts: dict[str, int] = {}
    with path.open(newline="", encoding="utf-8-sig") as file:
        reader = csv.DictReader(file)
        missing = {"sku", "count"} - set(reader.fieldnames or [])
        if missing:
            return counts, [f"columns missing: {', '.join(sorted(missing))}"]
        for row in reader:
            line = reader.line_num
            sku = (row["sku"] or "").strip()
            count = (row["count"] or "").strip()
            if not SKU.fullmatch(sku):
                problems.append(f"line {line}: {sku!r} is not a SKU")
            elif sku in counts:
                problems.append(f"line {line}: {sku} appears twice")
            elif not (count.isascii() and count.isdigit()) or int(count) > MAX_COUNT:
                problems.append(f"line {line}: {count!r} is not a count from 0 to {MAX_COUNT}")
            else:
                counts[sku] = int(count)
    if not counts and not problems:
        problems.append("the file has no rows")
    return counts, problems


def send_counts(url: str, token: str, counts: dict[str, int]) -> int:
    """Set all counts in one request and return how many the shop took."""
    request = urllib.request.Request(
        f"{url.rstrip('/')}/admin/stock",
        data=json.dumps({"counts": counts}).encode(),
        headers={"authorization": f"Bearer {token}", "content-type": "application/json"},
        method="PUT",
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.load(response)["updated"]


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Set stock counts from a supplier's CSV file.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--url", default="http://127.0.0.1:3000", help="where the shop runs (default: %(default)s)")
    parser.add_argument("--dry-run", action="store_true", help="check the file and print the counts, send nothing")
    options = parser.parse_args(argv)

    try:
        counts, problems = read_counts(options.file)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        problems = [str(error)]
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return 1

    if options.dry_run:
        print(json.dumps(counts, indent=2))
        return 0

    token = os.environ.get("SHOP_ADMIN_TOKEN")
    if not token:
        print("SHOP_ADMIN_TOKEN is not set", file=sys.stderr)
        return 2
    try:
        updated = send_counts(options.url, token, counts)
    except urllib.error.HTTPError as error:
        print(f"the shop answered {error.code}: {error.read().decode(errors='replace')}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"the shop cannot be reached: {error}", file=sys.stderr)
        return 2
    print(f"{updated} counts set")
    return 0


if __name__ == "__main__":
    sys.exit(main())
