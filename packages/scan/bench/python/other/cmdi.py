# %% class cmdi 78 77 88
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import ipaddress
import os

from flask import Flask, request

app = Flask(__name__)


def is_ip(text):
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


@app.route("/diag/ping")
def ping():
    host = request.args.get("host", "127.0.0.1")
    code = os.system(f"ping -c 1 -W 2 {host}")
    return {"host": host, "v6": is_ip(host) and ":" in host, "up": code == 0}
# %% fine
import ipaddress
import os
import subprocess

from flask import Flask, request, abort

app = Flask(__name__)


def is_ip(text):
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


@app.route("/diag/ping")
def ping():
    host = request.args.get("host", "127.0.0.1")
    if not is_ip(host):
        abort(400)
    proc = subprocess.run(["ping", "-c", "1", "-W", "2", host], check=False)
    return {"host": host, "up": proc.returncode == 0, "pid": os.getpid()}
# %% bad
import asyncio

from aiohttp import web


async def run_archive(label: str) -> int:
    proc = await asyncio.create_subprocess_shell(
        f"tar czf /backups/{label}.tgz /srv/data",
        stdout=asyncio.subprocess.DEVNULL,
    )
    return await proc.wait()


async def backup(request: web.Request) -> web.Response:
    body = await request.json()
    label = body["label"]
    code = await run_archive(label)
    return web.json_response({"exit": code})


app = web.Application()
app.router.add_post("/backup", backup)
# %% fine
import asyncio

from aiohttp import web


async def run_archive(label: str) -> int:
    proc = await asyncio.create_subprocess_exec(
        "tar", "czf", "/backups/latest.tgz", "--", f"/srv/data/{label}",
        stdout=asyncio.subprocess.DEVNULL,
    )
    return await proc.wait()


async def backup(request: web.Request) -> web.Response:
    body = await request.json()
    label = body["label"]
    if label not in ("daily", "weekly"):
        raise web.HTTPBadRequest(text="unknown label")
    code = await run_archive(label)
    return web.json_response({"exit": code})


app = web.Application()
app.router.add_post("/backup", backup)
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import subprocess

from fastapi import FastAPI, HTTPException

app = FastAPI()
REPO = "/srv/checkout"


def branches():
    out = subprocess.check_output(["git", "-C", REPO, "branch", "--format=%(refname:short)"])
    return out.decode().split()


@app.post("/deploy/{branch:path}")
def deploy(branch: str):
    try:
        subprocess.check_call("cd " + REPO + " && git checkout " + branch, shell=True)
    except subprocess.CalledProcessError as exc:
        raise HTTPException(500, f"git exited with {exc.returncode}")
    return {"deployed": branch, "known": len(branches())}
# %% fine
import subprocess

from fastapi import FastAPI, HTTPException

app = FastAPI()
REPO = "/srv/checkout"


def branches():
    out = subprocess.check_output(["git", "-C", REPO, "branch", "--format=%(refname:short)"])
    return out.decode().split()


@app.post("/deploy/{branch:path}")
def deploy(branch: str):
    try:
        if branch not in branches():
            raise HTTPException(404, "no such branch")
        subprocess.check_call(["git", "-C", REPO, "checkout", branch])
    except subprocess.CalledProcessError as exc:
        raise HTTPException(500, f"git exited with {exc.returncode}")
    return {"deployed": branch, "known": len(branches())}
# %% fine
import subprocess
from urllib.parse import unquote_plus

from flask import Flask, request, Response

app = Flask(__name__)


def count_matches(pattern):
    argv = ["sh", "-c", 'grep -F -e "$1" /var/log/app.log | wc -l', "count", pattern]
    proc = subprocess.Popen(argv, stdout=subprocess.PIPE)
    out, _ = proc.communicate()
    return out.strip()


@app.route("/logs/count")
def logs_count():
    raw = request.query_string.decode()
    pattern = unquote_plus(raw)
    if not pattern:
        return Response("empty pattern", status=400)
    return Response(count_matches(pattern), mimetype="text/plain")
# %% bad
import subprocess
from urllib.parse import unquote_plus

from flask import Flask, request, Response

app = Flask(__name__)


def count_matches(pattern):
    argv = ["sh", "-c", "grep -F '" + pattern + "' /var/log/app.log | wc -l"]
    proc = subprocess.Popen(argv, stdout=subprocess.PIPE)
    out, _ = proc.communicate()
    return out.strip()


@app.route("/logs/count")
def logs_count():
    raw = request.query_string.decode()
    pattern = unquote_plus(raw)
    if not pattern:
        return Response("empty pattern", status=400)
    return Response(count_matches(pattern), mimetype="text/plain")
# %% bad
import subprocess

from flask import Flask, request

app = Flask(__name__)


@app.route("/report", methods=["POST"])
def report():
    param = request.headers.get("X-Report-Kind", "")
    options = {
        "kind": "summary",
        "requested": param,
        "format": "csv",
    }
    kind = options["requested"]
    out = subprocess.getoutput("/opt/report/bin/report --format csv --kind " + kind)
    return {"lines": out.splitlines()}


@app.route("/report/kinds")
def kinds():
    return {"kinds": ["summary", "full"]}
# %% fine
import subprocess

from flask import Flask, request

app = Flask(__name__)


@app.route("/report", methods=["POST"])
def report():
    param = request.headers.get("X-Report-Kind", "")
    options = {
        "kind": "summary",
        "requested": param,
        "format": "csv",
    }
    kind = options["kind"]
    out = subprocess.getoutput("/opt/report/bin/report --format csv --kind " + kind)
    return {"lines": out.splitlines()}


@app.route("/report/kinds")
def kinds():
    return {"kinds": ["summary", "full"]}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from flask import Flask, request

app = Flask(__name__)
MIRRORS = ("eu.mirror.example", "us.mirror.example", "ap.mirror.example")


def selected(names):
    for name in names:
        if name:
            yield name.strip()


@app.route("/mirrors/sync", methods=["POST"])
def sync():
    results = {}
    for mirror in selected(request.form.getlist("mirror")):
        results[mirror] = os.system("rsync -a /srv/pub/ " + mirror + "::pub")
    return {"results": results, "available": MIRRORS}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from flask import Flask, request

app = Flask(__name__)
MIRRORS = ("eu.mirror.example", "us.mirror.example", "ap.mirror.example")


def selected(names):
    for known in MIRRORS:
        if known in names:
            yield known


@app.route("/mirrors/sync", methods=["POST"])
def sync():
    results = {}
    for mirror in selected(request.form.getlist("mirror")):
        results[mirror] = os.system("rsync -a /srv/pub/ " + mirror + "::pub")
    return {"results": results, "available": MIRRORS}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import subprocess

from flask import Flask, request

app = Flask(__name__)


def make_runner(command):
    def runner(timeout=10):
        return subprocess.run(command, shell=True, timeout=timeout, text=True, stdout=subprocess.PIPE)

    return runner


@app.route("/node/uptime")
def node_uptime():
    node = request.cookies.get("node", "node-1")
    app.logger.info("uptime requested, cookie length %d", len(node))
    node = node.strip()
    run = make_runner("ssh " + node + " uptime")
    return {"uptime": run().stdout}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import subprocess

from flask import Flask, request

app = Flask(__name__)


def make_runner(command):
    def runner(timeout=10):
        return subprocess.run(command, shell=True, timeout=timeout, text=True, stdout=subprocess.PIPE)

    return runner


@app.route("/node/uptime")
def node_uptime():
    node = request.cookies.get("node", "node-1")
    app.logger.info("uptime requested, cookie length %d", len(node))
    node = "node-1"
    run = make_runner("ssh " + node + " uptime")
    return {"uptime": run().stdout}
# %% fine
import contextlib
import subprocess

from flask import Flask, request

app = Flask(__name__)


@contextlib.contextmanager
def snapshot(label):
    subprocess.check_call(["zfs", "snapshot", f"tank/data@s{label}"])
    try:
        yield label
    finally:
        subprocess.check_call(["zfs", "list", "-t", "snapshot"])


@app.route("/maintenance", methods=["POST"])
def maintenance():
    label = request.headers.get("X-Change-Id", "manual")
    with snapshot(label) as name:
        return {"snapshot": name}
# %% bad
import contextlib
import subprocess

from flask import Flask, request

app = Flask(__name__)


@contextlib.contextmanager
def snapshot(label):
    subprocess.check_call(f"zfs snapshot tank/data@{label}", shell=True)
    try:
        yield label
    finally:
        subprocess.check_call(["zfs", "list", "-t", "snapshot"])


@app.route("/maintenance", methods=["POST"])
def maintenance():
    label = request.headers.get("X-Change-Id", "manual")
    with snapshot(label) as name:
        return {"snapshot": name}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import shlex
import subprocess

from fastapi import FastAPI, Form

app = FastAPI()


@app.post("/labels")
def print_label(text: str = Form(...), copies: int = Form(1)):
    command = 'echo "' + shlex.quote(text) + '" | lp -n %d' % copies
    done = subprocess.run(command, shell=True, capture_output=True)
    return {"ok": done.returncode == 0}


@app.get("/labels/queue")
def queue():
    done = subprocess.run(["lpstat", "-o"], capture_output=True, text=True)
    return {"jobs": done.stdout.splitlines()}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import shlex
import subprocess

from fastapi import FastAPI, Form

app = FastAPI()


@app.post("/labels")
def print_label(text: str = Form(...), copies: int = Form(1)):
    command = "printf %s " + shlex.quote(text) + " | lp -n %d" % copies
    done = subprocess.run(command, shell=True, capture_output=True)
    return {"ok": done.returncode == 0}


@app.get("/labels/queue")
def queue():
    done = subprocess.run(["lpstat", "-o"], capture_output=True, text=True)
    return {"jobs": done.stdout.splitlines()}
