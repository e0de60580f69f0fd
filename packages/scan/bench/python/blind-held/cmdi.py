# %% class cmdi 78 77 88
# %% bad
import asyncio

from fastapi import FastAPI, Query
from fastapi.responses import PlainTextResponse

app = FastAPI(title="netops")


class Probe:
    binary = "traceroute"

    def __init__(self, host: str, hops: int):
        self.host = host
        self.hops = hops

    @property
    def command(self) -> str:
        return f"{self.binary} -m {self.hops} {self.host} 2>&1"


@app.get("/trace", response_class=PlainTextResponse)
async def trace(host: str = Query(..., min_length=3), hops: int = 15):
    probe = Probe(host, hops)
    proc = await asyncio.create_subprocess_shell(
        probe.command,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        out, _ = await asyncio.wait_for(proc.communicate(), timeout=30)
    except asyncio.TimeoutError:
        proc.kill()
        return "timed out"
    return out.decode(errors="replace")
# %% fine
import asyncio
from ipaddress import ip_address

from fastapi import FastAPI, HTTPException, Query
from fastapi.responses import PlainTextResponse

app = FastAPI(title="netops")


class Probe:
    def __init__(self, host: str, hops: int):
        self.host = str(ip_address(host))
        self.hops = hops

    @property
    def argv(self):
        return ["traceroute", "-m", str(self.hops), "--", self.host]


@app.get("/trace", response_class=PlainTextResponse)
async def trace(host: str = Query(...), hops: int = 15):
    try:
        probe = Probe(host, hops)
    except ValueError:
        raise HTTPException(422, "not an address")
    proc = await asyncio.create_subprocess_exec(*probe.argv, stdout=asyncio.subprocess.PIPE)
    out, _ = await proc.communicate()
    return out.decode(errors="replace")
# %% bad
import shlex
from subprocess import Popen, PIPE

from aiohttp import web


async def lint(request: web.Request) -> web.Response:
    payload = await request.json()
    settings = {"tool": "flake8", "max_line": 100}
    settings.update(payload.get("settings") or {})
    argv = ["/bin/sh", "-c", "{tool} --max-line-length={max_line} -".format(**settings)]
    proc = Popen(argv, stdin=PIPE, stdout=PIPE)
    out, _ = proc.communicate(payload["source"].encode())
    return web.json_response({"report": out.decode().splitlines()})


def make_app():
    app = web.Application(client_max_size=2 ** 20)
    app.router.add_post("/lint", lint)
    return app
# %% fine
from subprocess import Popen, PIPE

from aiohttp import web

DEBUG_SHELL = False


async def lint(request: web.Request) -> web.Response:
    payload = await request.json()
    tool = payload.get("tool", "flake8")
    if not DEBUG_SHELL:
        tool = "flake8"
    width = max(60, min(160, int(payload.get("max_line", 100))))
    argv = ["/bin/sh", "-c", f"{tool} --max-line-length={width} -"]
    proc = Popen(argv, stdin=PIPE, stdout=PIPE)
    out, _ = proc.communicate(payload["source"].encode())
    return web.json_response({"report": out.decode().splitlines()})


def make_app():
    app = web.Application(client_max_size=2 ** 20)
    app.router.add_post("/lint", lint)
    return app
