# %% class xss 79 80
# %% bad
from flask import Flask, request

app = Flask(__name__)


@app.route("/hello")
def hello():
    who = request.args.get("who", "you")
    word = f"{'x'}{who}"
    shown = word[1:]
    return f"<h1>Hello {shown}</h1>"
# %% fine
from flask import Flask, request

app = Flask(__name__)


@app.route("/hello")
def hello():
    who = request.args.get("who", "you")
    word = f"{'x'}{who}"
    shown = word[:1]
    return f"<h1>Hello {shown}</h1>"
# %% bad
import html
import tornado.web


class Search(tornado.web.RequestHandler):
    def get(self):
        q = self.get_query_argument("q", "")
        holder = {"q": q, "title": "Search"}
        for key in list(holder):
            holder[key] = holder[key].strip()
        self.write("<b>Results for " + holder["q"] + "</b>")
# %% fine
import html
import tornado.web


class Search(tornado.web.RequestHandler):
    def get(self):
        q = self.get_query_argument("q", "")
        holder = {"q": q, "title": "Search"}
        for key in list(holder):
            holder[key] = holder[key].strip()
        self.write("<b>Results for " + html.escape(holder["q"]) + "</b>")
