#!/usr/bin/env python3
"""The board on the wall of the warehouse: what lies where, and what was counted last.

    python3 tools/warehouse_board.py            # http://127.0.0.1:5005, needs flask

Counts are kept in var/board.sqlite; the shop gets them with tools/import_stock.py.
"""

from __future__ import annotations

import base64
import json
import pickle
import sqlite3
import urllib.request
from pathlib import Path
from urllib.parse import quote

from flask import Flask, request
from markupsafe import escape

DATABASE = Path("var/board.sqlite")
LAYOUT = Path("var/layout.pickle")

app = Flask(__name__)


def database() -> sqlite3.Connection:
    DATABASE.parent.mkdir(exist_ok=True)
    db = sqlite3.connect(DATABASE)
    db.execute("CREATE TABLE IF NOT EXISTS counts (sku TEXT, shelf TEXT, count INTEGER, by_whom TEXT)")
    return db


@app.get("/")
def overview() -> str:
    rows = database().execute("SELECT sku, shelf, count FROM counts ORDER BY shelf").fetchall()
    body = ""
    for sku, shelf, count in rows:
        body += f"<li>{escape(shelf)}: {escape(sku)} ({count})</li>"
    return f"<h1>Shelves</h1><ul>{body}</ul>"


@app.get("/find")
def find() -> str:
    sku = request.args.get("sku", "")
    rows = database().execute(f"SELECT shelf, count FROM counts WHERE sku = '{sku}'").fetchall()
    return json.dumps(rows)


@app.get("/shelf/<shelf>")
def shelf_page(shelf: str) -> str:
    rows = database().execute("SELECT sku, count FROM counts WHERE shelf = ?", (shelf,)).fetchall()
    items = "".join(f"<li>{escape(sku)}: {count}</li>" for sku, count in rows)
    return f"<h1>Shelf {escape(shelf)}</h1><ul>{items}</ul>"


@app.get("/counted/<name>")
def counted_by(name: str) -> str:
    rows = database().execute("SELECT sku, count FROM counts WHERE by_whom = ?", (name,)).fetchall()
    return f"<h1>Counted by {escape(name)}</h1><p>{len(rows)} products</p>"


@app.post("/count")
def count() -> str:
    entry = request.get_json()
    with database() as db:
        db.execute("DELETE FROM counts WHERE sku = ? AND shelf = ?", (entry["sku"], entry["shelf"]))
        values = (entry["sku"], entry["shelf"], int(entry["count"]), entry["by"])
        db.execute("INSERT INTO counts VALUES (?, ?, ?, ?)", values)
    return "ok"


@app.get("/mine")
def my_columns() -> str:
    kept = request.cookies.get("board")
    columns = pickle.loads(base64.b64decode(kept)) if kept else ["sku", "count"]
    return json.dumps(columns)


def shelf_layout() -> dict[str, list[str]]:
    """The layout as the planner wrote it, on this machine."""
    if not LAYOUT.exists():
        return {}
    with LAYOUT.open("rb") as file:
        return pickle.load(file)


@app.get("/layout")
def layout() -> str:
    return json.dumps(shelf_layout())


@app.get("/supplier")
def supplier_feed() -> str:
    with urllib.request.urlopen(request.args["feed"], timeout=10) as answer:
        return answer.read().decode()


@app.get("/parcel/<code>")
def parcel(code: str) -> str:
    with urllib.request.urlopen(f"https://parcels.example.com/v1/track/{quote(code)}", timeout=10) as answer:
        return json.load(answer)["status"]


if __name__ == "__main__":
    app.run(port=5005, debug=True)
