# %% class trust 501
# %% bad
from flask import Flask, request, session

app = Flask(__name__)


@app.route("/remember", methods=["POST"])
def remember():
    key = request.form["name"]
    box = []
    box.append("theme")
    box.append(key)
    session[box[1]] = "12345"
    return "ok"
# %% fine
from flask import Flask, request, session

app = Flask(__name__)


@app.route("/remember", methods=["POST"])
def remember():
    key = request.form["name"]
    box = []
    box.append("theme")
    box.append(key)
    session[box[0]] = "12345"
    return "ok"
