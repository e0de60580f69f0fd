# %% class codei 94 95 96 470
# %% bad
from flask import Flask, request

app = Flask(__name__)


@app.route("/calc")
def calc():
    param = request.args.get("expr", "")
    text = "0;" + param + ";1"
    start = text.find(";") + 1
    body = text[start:text.rfind(";")]
    try:
        value = eval(body)
    except SyntaxError:
        value = None
    return {"value": value}
# %% fine
from flask import Flask, request

app = Flask(__name__)


@app.route("/calc")
def calc():
    param = request.args.get("expr", "")
    text = "0;" + param + ";1"
    start = text.find(";") + 1
    body = text[:1]
    try:
        value = eval(body)
    except SyntaxError:
        value = None
    return {"value": value}
