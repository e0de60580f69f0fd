# %% class command 78 77 88
# %% bad
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/ping")
def ping():
    parts = ["ping", "-c", "1"]
    parts.append(request.args["host"])
    return str(os.system(" ".join(parts)))
# %% fine
import os
from flask import Flask, request

app = Flask(__name__)
HOSTS = {"a": "10.0.0.1", "b": "10.0.0.2"}


@app.route("/ping")
def ping():
    parts = ["ping", "-c", "1"]
    host = HOSTS.get(request.args["host"])
    if host is None:
        return "unknown", 404
    parts.append(host)
    return str(os.system(" ".join(parts)))
# %% bad
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/tags", methods=["POST"])
def tags():
    line = "git tag"
    for name in request.form.getlist("tag"):
        line += " " + name
    return os.popen(line).read()
# %% fine
import os
import shlex
from flask import Flask, request

app = Flask(__name__)


@app.route("/tags", methods=["POST"])
def tags():
    line = "git tag --"
    for name in request.form.getlist("tag"):
        line += " " + shlex.quote(name)
    return os.popen(line).read()
# %% bad
import subprocess
from django.http import HttpResponse


def archive(request, name):
    command = "tar czf /srv/out.tgz {0}".format(name)
    out = subprocess.check_output(command, shell=True, text=True)
    return HttpResponse(out, content_type="text/plain")
# %% fine
import subprocess
from django.http import HttpResponse


def archive(request, name):
    out = subprocess.check_output(["tar", "czf", "/srv/out.tgz", "--", name], text=True)
    return HttpResponse(out, content_type="text/plain")
# %% bad
import asyncio
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Job(BaseModel):
    source: str
    width: int = 100


@app.post("/resize")
async def resize(job: Job):
    process = await asyncio.create_subprocess_shell(
        f"convert {job.source} -resize {job.width} out.png", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    return {"out": out.decode()}
# %% fine
import asyncio
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Job(BaseModel):
    source: str
    width: int = 100


@app.post("/resize")
async def resize(job: Job):
    process = await asyncio.create_subprocess_shell(
        f"convert /srv/in.png -resize {job.width} out.png", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    return {"out": out.decode()}
# %% bad
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.post("/run")
def run():
    body = request.get_json()
    args = ["sh", "-c", "grep -c %s /var/log/app.log" % body["word"]]
    return subprocess.run(args, capture_output=True).stdout
# %% fine
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.post("/run")
def run():
    body = request.get_json()
    args = ["grep", "-c", "-e", str(body["word"]), "/var/log/app.log"]
    return subprocess.run(args, capture_output=True).stdout
# %% bad
import base64
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/theme")
def theme():
    raw = request.cookies.get("theme", "")
    name = base64.b64decode(raw).decode("utf-8")
    os.system("/opt/theme/apply " + name)
    return "ok"
# %% fine
import base64
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/theme")
def theme():
    raw = request.cookies.get("theme", "")
    name = base64.b64decode(raw).decode("utf-8")
    if name not in ("dark", "light"):
        name = "light"
    os.system("/opt/theme/apply " + name)
    return "ok"
# %% bad
import os
from flask import Flask, request

app = Flask(__name__)


class Lookup:
    def __init__(self, name):
        self.name = name
        self.tool = "nslookup"

    def line(self):
        return f"{self.tool} {self.name}"

    def execute(self):
        return os.popen(self.line()).read()


@app.route("/dns")
def dns():
    return Lookup(request.headers.get("X-Name")).execute()
# %% fine
import os
from flask import Flask, request

app = Flask(__name__)


class Lookup:
    def __init__(self, name):
        self.name = name
        self.tool = "nslookup"

    def line(self):
        return f"{self.tool} localhost"

    def execute(self):
        return {"asked": self.name, "answer": os.popen(self.line()).read()}


@app.route("/dns")
def dns():
    return Lookup(request.headers.get("X-Name")).execute()
# %% bad
import configparser
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/build", methods=["POST"])
def build():
    conf = configparser.ConfigParser()
    conf.add_section("build")
    conf.set("build", "fixed", "all")
    conf.set("build", "target", request.form.get("target"))
    subprocess.call("make " + conf.get("build", "target"), shell=True)
    return "", 204
# %% fine
import configparser
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/build", methods=["POST"])
def build():
    conf = configparser.ConfigParser()
    conf.add_section("build")
    conf.set("build", "fixed", "all")
    conf.set("build", "target", request.form.get("target"))
    subprocess.call("make " + conf.get("build", "fixed"), shell=True)
    return "", 204
# %% bad
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/zip")
def pack():
    names = ["safe"]
    names.append(request.args.get("file"))
    names.append("more")
    names.pop(0)
    os.system("zip out.zip " + names[0])
    return "ok"
# %% fine
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/zip")
def pack():
    names = ["safe"]
    names.append(request.args.get("file"))
    names.append("more")
    names.pop(0)
    os.system("zip out.zip " + names[1])
    return "ok"
# %% bad
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/whois")
def whois():
    options = {"tool": "whois", "name": "example.org"}
    options["name"] = request.args.get("name")
    return subprocess.getoutput("%(tool)s %(name)s" % options)
# %% fine
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/whois")
def whois():
    options = {"tool": "whois", "name": request.args.get("name")}
    options["name"] = "example.org"
    return subprocess.getoutput("%(tool)s %(name)s" % options)
# %% bad
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/count")
def count():
    number = 106
    bar = request.args.get("path")
    line = "wc -l /etc/hosts" if 7 * 18 + number < 200 else f"wc -l {bar}"
    return subprocess.Popen(line, shell=True, stdout=subprocess.PIPE).communicate()[0]
# %% fine
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/count")
def count():
    number = 106
    bar = request.args.get("path")
    line = "wc -l /etc/hosts" if 7 * 18 + number > 200 else f"wc -l {bar}"
    return subprocess.Popen(line, shell=True, stdout=subprocess.PIPE).communicate()[0]
# %% bad
import pexpect
from flask import Flask, request

app = Flask(__name__)


@app.route("/console")
def console():
    user = request.args.get("user")
    child = pexpect.spawn("/bin/bash", ["-c", "last -n 3 " + user])
    child.expect(pexpect.EOF)
    return child.before
# %% fine
import pexpect
from flask import Flask, request

app = Flask(__name__)


@app.route("/console")
def console():
    user = request.args.get("user")
    child = pexpect.spawn("/usr/bin/last", ["-n", "3", "--", user])
    child.expect(pexpect.EOF)
    return child.before
# %% bad
import paramiko
from django.http import JsonResponse
from django.views import View


class Restart(View):
    def post(self, request):
        client = paramiko.SSHClient()
        client.load_system_host_keys()
        client.connect("db1.internal", username="ops")
        _, out, _ = client.exec_command("systemctl restart " + request.POST["unit"])
        return JsonResponse({"out": out.read().decode()})
# %% fine
import paramiko
from django.http import JsonResponse
from django.views import View

UNITS = ("web", "worker")


class Restart(View):
    def post(self, request):
        unit = request.POST["unit"]
        if unit not in UNITS:
            return JsonResponse({"error": "unit"}, status=400)
        client = paramiko.SSHClient()
        client.load_system_host_keys()
        client.connect("db1.internal", username="ops")
        _, out, _ = client.exec_command("systemctl restart " + unit)
        return JsonResponse({"out": out.read().decode()})
# %% bad
from fabric import Connection
from fastapi import FastAPI, Query

app = FastAPI()


@app.get("/disk")
def disk(folder: str = Query(...)):
    connection = Connection("web1.internal")
    result = connection.run(f"du -sh {folder}", hide=True)
    return {"size": result.stdout}
# %% fine
import shlex
from fabric import Connection
from fastapi import FastAPI, Query

app = FastAPI()


@app.get("/disk")
def disk(folder: str = Query(...)):
    connection = Connection("web1.internal")
    result = connection.run(f"du -sh -- {shlex.quote(folder)}", hide=True)
    return {"size": result.stdout}
# %% bad
import shlex
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/fetch")
def fetch():
    words = shlex.split(request.args.get("line"))
    line = " ".join(words)
    done = subprocess.run(line, shell=True, capture_output=True)
    return done.stdout
# %% fine
import shlex
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/fetch")
def fetch():
    line = shlex.join(["ls", "--", request.args.get("name")])
    done = subprocess.run(line, shell=True, capture_output=True)
    return done.stdout
# %% bad
import subprocess
from flask import Flask, request

app = Flask(__name__)


def execute(line, **options):
    options.setdefault("shell", True)
    return subprocess.run(line, capture_output=True, **options).stdout


def checkout(branch):
    return execute("git checkout " + branch)


@app.route("/repo/<path:branch>")
def repo(branch):
    return checkout(branch)
# %% fine
import subprocess
from flask import Flask, request

app = Flask(__name__)


def execute(words, **options):
    options.setdefault("shell", False)
    return subprocess.run(words, capture_output=True, **options).stdout


def checkout(branch):
    return execute(["git", "checkout", "refs/heads/" + branch])


@app.route("/repo/<path:branch>")
def repo(branch):
    return checkout(branch)
# %% bad
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/grade")
def grade():
    param = ""
    for name in request.headers.keys():
        if name.startswith("X-Grade"):
            param = name
            break
    match "ABC"[1]:
        case "A":
            bar = "bob"
        case "B":
            bar = param
        case _:
            bar = "uncle"
    os.popen(f"echo {bar}")
    return "done"
# %% fine
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/grade")
def grade():
    param = ""
    for name in request.headers.keys():
        if name.startswith("X-Grade"):
            param = name
            break
    match "ABC"[0]:
        case "A":
            bar = "bob"
        case "B":
            bar = param
        case _:
            bar = "uncle"
    os.popen(f"echo {bar}")
    return "done"
# %% bad
import os
import urllib.parse
from flask import Flask, request

app = Flask(__name__)


@app.route("/say")
def say():
    query = request.query_string.decode("utf-8")
    at = query.find("text=")
    if at == -1:
        return "no text", 400
    text = urllib.parse.unquote_plus(query[at + len("text="):])
    os.execl("/bin/sh", "sh", "-c", "espeak " + text)
# %% fine
import os
import re
import urllib.parse
from flask import Flask, request

app = Flask(__name__)


@app.route("/say")
def say():
    query = request.query_string.decode("utf-8")
    at = query.find("text=")
    if at == -1:
        return "no text", 400
    text = urllib.parse.unquote_plus(query[at + len("text="):])
    if not re.fullmatch(r"[a-z]{1,40}", text):
        return "bad text", 400
    os.execl("/bin/sh", "sh", "-c", "espeak " + text)
