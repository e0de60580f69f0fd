# %% class codei 94 95 96 470
# %% bad
import json
from http.server import BaseHTTPRequestHandler, HTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["Content-Length"])
        job = json.loads(self.rfile.read(length))
        scope = {}
        exec(job["source"], scope)
        answer = scope.get("result")
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(answer).encode())


HTTPServer(("127.0.0.1", 9000), Handler).serve_forever()
# %% fine
import json
from http.server import BaseHTTPRequestHandler, HTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["Content-Length"])
        job = json.loads(self.rfile.read(length))
        scope = {}
        answer = job["source"].count("\n")
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(answer).encode())


HTTPServer(("127.0.0.1", 9000), Handler).serve_forever()
# %% bad
import ast
from django.http import HttpResponse


def formula(request):
    pieces = []
    for key in ("left", "op", "right"):
        pieces.append(request.POST.get(key, "0"))
    joined = "".join(pieces)
    result = eval(compile(joined, "<formula>", "eval"), {"__builtins__": None})
    return HttpResponse(str(result), content_type="text/plain")
# %% fine
import ast
from django.http import HttpResponse


def formula(request):
    pieces = []
    for key in ("left", "op", "right"):
        pieces.append(request.POST.get(key, "0"))
    joined = "".join(pieces)
    result = ast.literal_eval(joined)
    return HttpResponse(str(result), content_type="text/plain")
# %% bad
import importlib
import cherrypy


class Root:
    ALLOWED = {"csv": "exporters.csv_out", "xls": "exporters.xls_out"}

    @cherrypy.expose
    def export(self, kind="csv", rows="10"):
        module = importlib.import_module("exporters." + kind)
        return module.render(int(rows))


cherrypy.quickstart(Root())
# %% fine
import importlib
import cherrypy


class Root:
    ALLOWED = {"csv": "exporters.csv_out", "xls": "exporters.xls_out"}

    @cherrypy.expose
    def export(self, kind="csv", rows="10"):
        module = importlib.import_module(self.ALLOWED[kind])
        return module.render(int(rows))


cherrypy.quickstart(Root())
# %% bad
from flask import Flask, request

app = Flask(__name__)


@app.post("/macro")
def macro():
    values = request.form
    script = "print('hello')"
    limit = 86
    if limit * 2 - 50 > 100:
        script = values.get("script", "")
    exec(script)
    return "ran"
# %% fine
from flask import Flask, request

app = Flask(__name__)


@app.post("/macro")
def macro():
    values = request.form
    script = "print('hello')"
    limit = 86
    if limit * 2 - 50 > 200:
        script = values.get("script", "")
    exec(script)
    return "ran"
