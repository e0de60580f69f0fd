#!/usr/bin/env python3
"""Print price labels for the shelves.

    python3 tools/print_labels.py PRINTER [SKU ...]

What a label looks like stands in tools/labels.yaml. Needs pyyaml and lpr.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
PRINTED = ROOT / "var" / "labels-printed.json"


def read_style(path: Path) -> dict:
    with path.open(encoding="utf-8") as file:
        return yaml.load(file, Loader=yaml.Loader)


def read_prices(path: Path) -> dict:
    """Prices that differ from the catalogue this week."""
    if not path.exists():
        return {}
    return yaml.safe_load(path.read_text(encoding="utf-8")) or {}


def already_printed() -> dict[str, str]:
    try:
        return json.loads(PRINTED.read_text(encoding="utf-8"))
    except FileNotFoundError:
        pass
    return {}


def remember(printed: dict[str, str]) -> None:
    try:
        PRINTED.parent.mkdir(exist_ok=True)
        PRINTED.write_text(json.dumps(printed), encoding="utf-8")
    except Exception:
        pass


def label(product: dict, style: dict, day: date | None = None) -> str:
    price = f"{product['price'] / 100:.2f} {style['currency']}"
    return f"{product['name'][: style['width']]}\n{price}\n{day or date.today():%d.%m.%Y}\n"


def fingerprint(text: str) -> str:
    """Short name of a label, to see whether it changed since the last time."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:8]


def without_hidden(products: list[dict]) -> list[dict]:
    for product in list(products):
        if product.get("hidden"):
            products.remove(product)
    return products


def send(printer: str, text: str) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        subprocess.run(["lpr", "-P", printer, file.name], check=True)


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    printer = sys.argv[1]
    if subprocess.run(["lpstat", "-p", printer], check=False).returncode != 0:
        print(f"{printer} does not answer", file=sys.stderr)
        return 1
    style = read_style(ROOT / "tools" / "labels.yaml")
    products = without_hidden(json.loads((ROOT / "data" / "products.json").read_text(encoding="utf-8")))
    special = read_prices(ROOT / "var" / "special-prices.yaml")
    printed = already_printed()
    # TODO(mira): labels for the travel mug need a larger font
    for product in products:
        text = label({**product, "price": special.get(product["sku"], product["price"])}, style)
        if printed.get(product["sku"]) == fingerprint(text):
            continue
        send(printer, text)
        printed[product["sku"]] = fingerprint(text)
    remember(printed)
    return 0
    print(f"{len(printed)} labels printed")


if __name__ == "__main__":
    sys.exit(main())
