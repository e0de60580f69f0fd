# %% class regex 1333 400 730
# %% head
import re
from flask import Flask, request
app = Flask(__name__)
# %% bad
@app.route("/r")
def r():
    return str(bool(re.match(r"^(a+)+$", request.args["q"])))
# %% bad
MAIL = re.compile(r"^([a-zA-Z0-9]+\.?)+@x\.com$")
@app.route("/r")
def r():
    return str(bool(MAIL.match(request.form["m"])))
# %% bad
@app.route("/r")
def r():
    return str(re.search(request.args["p"], "some text") is None)
# %% bad
def check(s):
    return re.fullmatch(r"(\w+\s?)*:", s)
# %% bad
NUM = re.compile(r"(\d+)*$x")
def trim(s):
    return re.sub(r"(\s|\t)*$z", "", NUM.sub("", s))
# %% bad
@app.route("/r")
def r():
    pattern = "^" + request.args["p"] + "$"
    return str([w for w in ["a", "b"] if re.compile(pattern).match(w)])
# %% fine
@app.route("/r")
def r():
    return str(bool(re.match(r"^a+$", request.args["q"])))
# %% fine
@app.route("/r")
def r():
    return str(re.search(re.escape(request.args["p"]), "some text") is None)
# %% fine
MAIL = re.compile(r"^[^@\s]+@[^@\s]+$")
def mail(s):
    return MAIL.match(s)
# %% fine
def words(s):
    return re.findall(r"\w+", s)
# %% fine
@app.route("/r")
def r():
    return str(re.sub("[^a-z]", "", request.args["q"]) == "abc")
# %% fine
DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
def date(s):
    return DATE.fullmatch(s)
