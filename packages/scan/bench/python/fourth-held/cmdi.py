# %% class cmdi 77 78 88
# %% bad
import base64
import os

from bottle import route, request, run


@route("/backup/<token>")
def backup(token):
    plain = base64.b64decode(base64.b64encode(token.encode("utf-8"))).decode("utf-8")
    os.system("tar czf /var/backups/" + plain + ".tgz /srv/data")
    return "ok"


if __name__ == "__main__":
    run(port=8080)
# %% fine
import base64
import os

from bottle import route, request, run


@route("/backup/<token>")
def backup(token):
    plain = base64.b64decode(base64.b64encode(token.encode("utf-8"))).decode("utf-8")
    if plain not in ("daily", "weekly"):
        return "unknown"
    os.system("tar czf /var/backups/" + plain + ".tgz /srv/data")
    return "ok"


if __name__ == "__main__":
    run(port=8080)
# %% bad
import asyncio
import shlex
import tornado.web


class ConvertHandler(tornado.web.RequestHandler):
    async def post(self):
        name = self.get_body_argument("name")
        size = int(self.get_body_argument("size", "100"))
        cmd = "convert upload.png -resize {0}x{0} out/{1}.png".format(size, name)
        proc = await asyncio.create_subprocess_shell(cmd, stdout=asyncio.subprocess.PIPE)
        await proc.communicate()
        self.write({"code": proc.returncode})
# %% fine
import asyncio
import shlex
import tornado.web


class ConvertHandler(tornado.web.RequestHandler):
    async def post(self):
        name = self.get_body_argument("name")
        size = int(self.get_body_argument("size", "100"))
        cmd = "convert upload.png -resize {0}x{0} out/{1}.png".format(size, shlex.quote(name))
        proc = await asyncio.create_subprocess_shell(cmd, stdout=asyncio.subprocess.PIPE)
        await proc.communicate()
        self.write({"code": proc.returncode})
# %% bad
import subprocess
from fastapi import FastAPI, Request

app = FastAPI()


def make_runner(prefix):
    def runner(arg):
        return subprocess.check_output(prefix + " " + arg, shell=True)
    return runner


@app.get("/whois")
async def whois(request: Request):
    lookup = make_runner("whois")
    return {"text": lookup(request.query_params["domain"]).decode()}
# %% fine
import subprocess
from fastapi import FastAPI, Request

app = FastAPI()


def make_runner(prefix):
    def runner(arg):
        return subprocess.check_output([prefix, "--", arg])
    return runner


@app.get("/whois")
async def whois(request: Request):
    lookup = make_runner("whois")
    return {"text": lookup(request.query_params["domain"]).decode()}
