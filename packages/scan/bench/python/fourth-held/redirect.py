# %% class redirect 601
# %% bad
from flask import Flask, make_response, request

app = Flask(__name__)


@app.route("/out", methods=["GET"])
def out():
    url = request.values.get("url", "")

    def pick(flag):
        if flag:
            return url
        return "/start"

    dest = pick(True)
    resp = make_response("", 302)
    resp.headers["Location"] = dest
    return resp
# %% fine
from flask import Flask, make_response, request

app = Flask(__name__)


@app.route("/out", methods=["GET"])
def out():
    url = request.values.get("url", "")

    def pick(flag):
        if flag:
            return url
        return "/start"

    dest = "/start"
    resp = make_response("", 302)
    resp.headers["Location"] = dest
    return resp
