# %% class trust 501
# %% bad
from flask import Flask, request, session

app = Flask(__name__)


@app.post("/profile")
def profile():
    session.update(role=request.form["role"])
    return "", 204
# %% fine
from flask import Flask, request, session

app = Flask(__name__)


@app.post("/profile")
def profile():
    role = request.form["role"]
    session.update(role="editor" if role == "editor" else "reader")
    return "", 204
