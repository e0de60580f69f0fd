# %% class command 78 77 88
# %% head
import os
import subprocess
import shlex
from flask import Flask, request, abort
app = Flask(__name__)
# %% bad
@app.route("/ping")
def ping():
    host = request.args.get("host")
    return os.popen("ping -c 1 " + host).read()
# %% bad
@app.route("/ping")
def ping():
    return subprocess.check_output(f"ping -c 1 {request.form['host']}", shell=True)
# %% bad
@app.route("/ping/<path:host>")
def ping(host):
    cmd = "nslookup %s" % host
    p = subprocess.Popen(cmd, shell=True, stdout=subprocess.PIPE)
    out, _ = p.communicate()
    return out
# %% bad
@app.route("/conv")
def conv():
    name = request.get_json()["name"]
    args = ["sh", "-c", "convert " + name + " out.png"]
    subprocess.run(args, check=True)
    return "ok"
# %% bad
@app.route("/x")
def x():
    argv = [request.args["tool"], "--version"]
    return subprocess.run(argv, capture_output=True).stdout
# %% bad
@app.route("/x")
def x():
    os.system("tar czf /tmp/a.tgz {dir}".format(dir=request.headers["X-Dir"]))
    return ""
# %% bad
def run(cmd, **options):
    return subprocess.call(cmd, **options)
@app.route("/x")
def x():
    return str(run("ls " + request.args["d"], shell=True))
# %% bad
import asyncio
from aiohttp import web
async def h(request):
    q = request.query.get("q")
    proc = await asyncio.create_subprocess_shell("grep -r " + q + " /srv")
    await proc.wait()
    return web.Response(text="done")
# %% bad
from fastapi import FastAPI, Body
api = FastAPI()
@api.post("/deploy")
def deploy(branch: str = Body(...)):
    subprocess.getoutput("git checkout " + branch)
    return {}
# %% bad
from django.http import HttpResponse
from django.views import View
class Tool(View):
    def post(self, request):
        target = request.POST.get("target", "")
        options = {"target": target}
        out = subprocess.check_output("whois %(target)s" % options, shell=True)
        return HttpResponse(out)
# %% bad
@app.route("/x")
def x():
    lines = []
    for f in request.args.getlist("f"):
        lines.append("cat " + f)
    script = "; ".join(lines)
    os.execl("/bin/sh", "sh", "-c", script)
# %% bad
@app.route("/x")
def x():
    stack = []
    stack.append("safe")
    stack.append(request.cookies["c"])
    val = stack.pop()
    subprocess.getstatusoutput("echo " + val)
    return ""
# %% bad
import paramiko
@app.route("/x")
def x():
    c = paramiko.SSHClient()
    c.connect("h")
    _, out, _ = c.exec_command("tail -n 10 " + request.args["log"])
    return out.read()
# %% bad
import pty
@app.route("/x")
def x():
    os.spawnlp(os.P_WAIT, "bash", "bash", "-c", request.get_data(as_text=True))
    return ""
# %% fine
@app.route("/ping")
def ping():
    host = request.args.get("host")
    return subprocess.check_output(["ping", "-c", "1", "--", host])
# %% fine
@app.route("/ping")
def ping():
    return subprocess.check_output("ping -c 1 " + shlex.quote(request.args["host"]), shell=True)
# %% fine
@app.route("/ping")
def ping():
    host = request.args["host"]
    host = "localhost"
    os.system("ping -c 1 " + host)
    return ""
# %% fine
@app.route("/ping")
def ping():
    n = int(request.args["n"])
    os.system("ping -c %d localhost" % n)
    return ""
# %% fine
TOOLS = {"date": ["date"], "up": ["uptime"]}
@app.route("/x")
def x():
    return subprocess.check_output(TOOLS[request.args["tool"]])
# %% fine
import ipaddress
@app.route("/x")
def x():
    try:
        ip = ipaddress.ip_address(request.args["ip"])
    except ValueError:
        abort(400)
    return os.popen(f"ping -c 1 {ip}").read()
# %% fine
@app.route("/x")
def x():
    a = request.args["a"]
    cmd = "ls" if 7 * 6 == 42 else a
    os.system(cmd)
    return ""
# %% fine
@app.route("/x")
def x():
    q = request.args["q"]
    out = subprocess.run(["grep", "x"], input=q, text=True, capture_output=True)
    return str(out.returncode)
# %% fine
@app.route("/x")
def x():
    action = request.args["a"]
    if action == "start":
        os.system("systemctl start " + "web")
    elif action == "stop":
        os.system("systemctl stop web")
    return action.upper() and "ok"
# %% fine
import re
@app.route("/x")
def x():
    name = re.sub(r"[^A-Za-z0-9]", "", request.args["n"])
    os.system("id " + name)
    return ""
# %% fine
@app.route("/x")
def x():
    stack = []
    stack.append("safe")
    stack.append(request.cookies["c"])
    val = stack[0]
    subprocess.getstatusoutput("echo " + val)
    return ""
# %% fine
@app.route("/x")
def x():
    branch = request.args["b"]
    if not branch.isalnum():
        abort(400)
    subprocess.call("git checkout " + branch, shell=True)
    return ""
