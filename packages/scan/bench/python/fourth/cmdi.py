# %% class cmdi 77 78 88
# %% bad
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/ping", methods=["POST"])
def ping():
    host = request.form["host"]
    stack = ["localhost"]
    stack.append(host)
    stack.append("gateway")
    stack.pop()
    target = stack.pop()
    out = subprocess.run(f"ping -c 1 {target}", shell=True, capture_output=True, text=True)
    return "<pre>done</pre>" if out.returncode == 0 else "no"
# %% fine
import subprocess
from flask import Flask, request

app = Flask(__name__)


@app.route("/ping", methods=["POST"])
def ping():
    host = request.form["host"]
    stack = ["localhost"]
    stack.append(host)
    stack.append("gateway")
    stack.pop(1)
    target = stack.pop()
    out = subprocess.run(f"ping -c 1 {target}", shell=True, capture_output=True, text=True)
    return "<pre>done</pre>" if out.returncode == 0 else "no"
# %% bad
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/sizes")
def sizes():
    folder = request.cookies.get("folder", ".")
    number = 106
    bar = folder if 7 * 18 + number > 200 else "This_should_never_happen"
    lines = os.popen("du -sh " + bar).readlines()
    return {"count": len(lines)}
# %% fine
import os
from flask import Flask, request

app = Flask(__name__)


@app.route("/sizes")
def sizes():
    folder = request.cookies.get("folder", ".")
    number = 106
    bar = folder if 7 * 18 - number > 200 else "This_should_always_happen"
    lines = os.popen("du -sh " + bar).readlines()
    return {"count": len(lines)}
