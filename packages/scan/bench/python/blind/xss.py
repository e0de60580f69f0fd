# %% class xss 79 80 116
# %% bad
from flask import Flask, make_response, request

from .catalog import find_products

app = Flask(__name__)

PAGE = "<!doctype html><title>Shop</title><body>{body}</body>"


def results_block(term, items):
    if not items:
        return "<p>Nothing found for <em>%s</em></p>" % term
    rows = "".join(f"<li>{i.id}</li>" for i in items)
    return "<ul>%s</ul>" % rows


@app.get("/search")
def search():
    term = request.args.get("q", "").strip()
    items = find_products(term, limit=20) if len(term) > 2 else []
    html = PAGE.format(body=results_block(term, items))
    resp = make_response(html)
    resp.headers["Cache-Control"] = "no-store"
    return resp
# %% fine
from flask import Flask, make_response, request
from markupsafe import escape

from .catalog import find_products

app = Flask(__name__)

PAGE = "<!doctype html><title>Shop</title><body>{body}</body>"


def results_block(term, items):
    if not items:
        return "<p>Nothing found for <em>%s</em></p>" % escape(term)
    rows = "".join(f"<li>{i.id}</li>" for i in items)
    return "<ul>%s</ul>" % rows


@app.get("/search")
def search():
    term = request.args.get("q", "").strip()
    items = find_products(term, limit=20) if len(term) > 2 else []
    html = PAGE.format(body=results_block(term, items))
    resp = make_response(html)
    resp.headers["Cache-Control"] = "no-store"
    return resp
# %% bad
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

app = FastAPI()


def widget_script(settings: dict) -> str:
    lines = [f'window.{key} = "{value}";' for key, value in sorted(settings.items())]
    return "<script>\n" + "\n".join(lines) + "\n</script>"


@app.get("/embed")
async def embed(request: Request):
    settings = {"theme": "light", "channel": "general"}
    for key in settings:
        settings[key] = request.query_params.get(key, settings[key])
    body = widget_script(settings) + '<div id="chat"></div>'
    return HTMLResponse(body, headers={"Cache-Control": "no-store"})
# %% fine
import json

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

app = FastAPI()
THEMES = frozenset({"light", "dark"})


def widget_script(settings: dict) -> str:
    blob = json.dumps(settings).replace("<", "\\u003c").replace(">", "\\u003e")
    return f"<script>\nwindow.widget = {blob};\n</script>"


@app.get("/embed")
async def embed(request: Request):
    theme = request.query_params.get("theme", "light")
    settings = {
        "theme": theme if theme in THEMES else "light",
        "channel": request.query_params.get("channel", "general"),
    }
    body = widget_script(settings) + '<div id="chat"></div>'
    return HTMLResponse(body)
