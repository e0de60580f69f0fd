# %% class ways 78
# %% head
import os, json, base64, queue, configparser, functools, itertools, operator, re, string, urllib.parse
from collections import deque, OrderedDict, namedtuple, defaultdict
from dataclasses import dataclass
from flask import Flask, request
app = Flask(__name__)
# %% bad
@app.route("/x")
def x():
    q = queue.Queue()
    q.put(request.args["a"])
    os.system("ls " + q.get())
    return ""
# %% fine
@app.route("/x")
def x():
    q = queue.Queue()
    q.put("fixed")
    q.put(request.args["a"])
    os.system("ls " + q.get())
    return ""
# %% bad
@app.route("/x")
def x():
    d = deque()
    d.append("x")
    d.appendleft(request.args["a"])
    os.system("ls " + d[0])
    return ""
# %% fine
@app.route("/x")
def x():
    d = deque(["x"])
    d.append(request.args["a"])
    os.system("ls " + d.popleft())
    return ""
# %% bad
@dataclass
class Job:
    name: str
    kind: str = "a"
@app.route("/x")
def x():
    job = Job(request.args["a"], kind="b")
    os.system("ls " + job.name)
    return ""
# %% fine
@dataclass
class Job:
    name: str
    kind: str = "a"
@app.route("/x")
def x():
    job = Job(request.args["a"], kind="b")
    os.system("ls " + job.kind)
    return ""
# %% bad
Pair = namedtuple("Pair", "left right")
@app.route("/x")
def x():
    p = Pair("a", request.args["a"])
    os.system("ls " + p.right)
    return ""
# %% fine
Pair = namedtuple("Pair", "left right")
@app.route("/x")
def x():
    p = Pair("a", request.args["a"])
    os.system("ls " + p.left)
    return ""
# %% bad
def pieces(text):
    for one in text.split(","):
        yield one
@app.route("/x")
def x():
    for one in pieces(request.args["a"]):
        os.system("ls " + one)
    return ""
# %% bad
@app.route("/x")
def x():
    run = functools.partial(os.system)
    run("ls " + request.args["a"])
    return ""
# %% bad
@app.route("/x")
def x():
    make = lambda v: "ls " + v
    os.system(make(request.args["a"]))
    return ""
# %% fine
@app.route("/x")
def x():
    make = lambda v: "ls fixed"
    os.system(make(request.args["a"]))
    return ""
# %% bad
def outer(v):
    def inner():
        return "ls " + v
    return inner
@app.route("/x")
def x():
    os.system(outer(request.args["a"])())
    return ""
# %% bad
def traced(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)
    return wrapper
@traced
def go(name):
    os.system("ls " + name)
@app.route("/x")
def x():
    go(request.args["a"])
    return ""
# %% fine
@app.route("/x")
def x():
    a = request.args["a"]
    guess = "ABC"[1]
    match guess:
        case "A":
            b = a
        case "B":
            b = "fixed"
        case "C" | "D":
            b = a
        case _:
            b = "other"
    os.system("ls " + b)
    return ""
# %% bad
@app.route("/x")
def x():
    a = request.args["a"]
    guess = "ABC"[2]
    match guess:
        case "A":
            b = "fixed"
        case "B":
            b = "fixed"
        case "C" | "D":
            b = a
        case _:
            b = "other"
    os.system("ls " + b)
    return ""
# %% fine
@app.route("/x")
def x():
    a = request.args["a"]
    num = 106
    b = "fixed" if 7 * 18 + num > 200 else a
    os.system("ls " + b)
    return ""
# %% bad
@app.route("/x")
def x():
    a = request.args["a"]
    num = 86
    if 7 * 42 - num > 200:
        b = a
    else:
        b = "never"
    os.system("ls " + b)
    return ""
# %% fine
@app.route("/x")
def x():
    conf = configparser.ConfigParser()
    conf.add_section("s")
    conf.set("s", "a", "fixed")
    conf.set("s", "b", request.args["a"])
    os.system("ls " + conf.get("s", "a"))
    return ""
# %% bad
@app.route("/x")
def x():
    conf = configparser.ConfigParser()
    conf["s"] = {}
    conf["s"]["b"] = request.args["a"]
    os.system("ls " + conf["s"]["b"])
    return ""
# %% fine
@app.route("/x")
def x():
    conf = configparser.ConfigParser()
    conf.read_dict({"s": {"a": "fixed", "b": request.args["a"]}})
    os.system("ls " + conf.get("s", "a"))
    return ""
# %% bad
@app.route("/x")
def x():
    a = request.args["a"]
    t = string.Template("ls $name")
    os.system(t.substitute(name=a))
    return ""
# %% bad
@app.route("/x")
def x():
    out = []
    out.append("ls ")
    out.append(request.args["a"])
    os.system("".join(out))
    return ""
# %% bad
import io
@app.route("/x")
def x():
    out = io.StringIO()
    out.write("ls ")
    out.write(request.args["a"])
    os.system(out.getvalue())
    return ""
# %% fine
@app.route("/x")
def x():
    a = request.args["a"]
    items = {"one": a, "two": "fixed"}
    del items["one"]
    os.system("ls " + items["two"])
    return ""
# %% fine
@app.route("/x")
def x():
    items = ["safe"]
    items.append(request.args["a"])
    items.append("more")
    del items[1]
    os.system("ls " + items[1])
    return ""
# %% bad
@app.route("/x")
def x():
    items = ["safe"]
    items.append(request.args["a"])
    items.append("more")
    del items[0]
    os.system("ls " + items[0])
    return ""
# %% bad
@app.route("/x")
def x():
    a = json.loads(json.dumps({"n": request.args["a"]}))["n"]
    os.system("ls " + a)
    return ""
# %% bad
@app.route("/x")
def x():
    first, *rest = request.args["a"].split(" ")
    os.system("ls " + rest[0])
    return ""
# %% bad
@app.route("/x")
def x():
    if (a := request.args.get("a")) is not None:
        os.system("ls " + a)
    return ""
# %% bad
@app.route("/x")
def x():
    a = ""
    for part in urllib.parse.unquote(request.query_string.decode()).split("&"):
        k, _, v = part.partition("=")
        if k == "a":
            a = v
    os.system("ls " + a)
    return ""
# %% bad
@app.route("/x")
def x():
    qs = request.query_string.decode("utf-8")
    at = qs.find("a=")
    if at == -1:
        return "nothing"
    a = qs[at + 2:]
    end = a.find("&")
    if end != -1:
        a = a[:end]
    os.system("ls " + urllib.parse.unquote_plus(a))
    return ""
# %% bad
class Holder:
    def __init__(self):
        self.value = ""
    def keep(self, v):
        self.value = v
        return self
    def give(self):
        return self.value
@app.route("/x")
def x():
    os.system("ls " + Holder().keep(request.args["a"]).give())
    return ""
# %% fine
class Holder:
    def __init__(self):
        self.value = ""
        self.other = "fixed"
    def keep(self, v):
        self.value = v
    def give(self):
        return self.other
@app.route("/x")
def x():
    h = Holder()
    h.keep(request.args["a"])
    os.system("ls " + h.give())
    return ""
# %% bad
class Base:
    def pick(self, v):
        return v
class Child(Base):
    def go(self, v):
        os.system("ls " + super().pick(v))
@app.route("/x")
def x():
    Child().go(request.args["a"])
    return ""
# %% bad
@app.route("/x")
def x():
    a = request.args["a"]
    b = ""
    i = 0
    while i < len(a):
        b += a[i]
        i += 1
    os.system("ls " + b)
    return ""
# %% bad
@app.route("/x")
def x():
    b = "".join(chr(ord(c)) for c in request.args["a"])
    c = "".join(c for c in request.args["a"] if c != " ")
    os.system("ls " + c)
    return ""
# %% fine
@app.route("/x")
def x():
    c = "".join(c for c in request.args["a"] if c.isalnum())
    os.system("ls " + c)
    return ""
# %% fine
ALLOWED = {"one", "two"}
@app.route("/x")
def x():
    a = request.args["a"]
    if a not in ALLOWED:
        raise ValueError(a)
    os.system("ls " + a)
    return ""
# %% fine
@app.route("/x")
def x():
    a = request.args["a"]
    allowed = {"one": 1, "two": 2}
    a = a if a in allowed else "one"
    os.system("ls " + a)
    return ""
# %% fine
@app.route("/x")
def x():
    a = request.args.get("a", type=int)
    os.system("ls %s" % a)
    return ""
# %% fine
@app.route("/x")
def x():
    try:
        a = str(int(request.args["a"]))
    except ValueError:
        a = "0"
    os.system("ls " + a)
    return ""
# %% fine
def clean(v):
    return re.sub(r"\W", "", v)
@app.route("/x")
def x():
    os.system("ls " + clean(request.args["a"]))
    return ""
# %% fine
NAME = re.compile(r"^\w+$")
@app.route("/x")
def x():
    a = request.args["a"]
    if not NAME.match(a):
        return "no", 400
    os.system("ls " + a)
    return ""
# %% bad
NAME = re.compile(r"\w+")
@app.route("/x")
def x():
    a = request.args["a"]
    if not NAME.match(a):
        return "no", 400
    os.system("ls " + a)
    return ""
# %% bad
@app.route("/x")
def x():
    a = request.args["a"]
    if len(a) > 100:
        return "too long"
    if a is None or a == "":
        return "nothing"
    os.system("ls " + a)
    return ""
# %% bad
@app.route("/x")
def x():
    values = request.values.to_dict()
    os.system("ls {name}".format(**values))
    return ""
# %% bad
@app.route("/x")
def x():
    params = {}
    params.update(request.args)
    os.system("ls " + params["a"])
    return ""
# %% bad
@app.route("/x")
def x():
    os.system("ls " + next(iter(request.args.values())))
    return ""
# %% bad
@app.route("/x")
def x():
    pairs = zip(["a"], [request.args["a"]])
    for k, v in pairs:
        os.system("ls " + v)
    return ""
# %% bad
@app.route("/x")
def x():
    a, b = map(str.strip, request.args["a"].split(":"))
    os.system("ls " + b)
    return ""
# %% bad
@app.before_request
def before():
    g.name = request.args.get("a")
from flask import g
@app.route("/x")
def x():
    os.system("ls " + g.name)
    return ""
# %% bad
@app.route("/x")
def x():
    with open("/dev/null") as f:
        pass
    for i in range(3):
        if i == 2:
            a = request.args["a"]
            break
    else:
        a = "x"
    os.system("ls " + a)
    return ""
# %% fine
def decide(flag, v):
    if flag:
        return "fixed"
    return v
@app.route("/x")
def x():
    os.system("ls " + decide(True, request.args["a"]))
    return ""
# %% bad
def decide(flag, v):
    if flag:
        return "fixed"
    return v
@app.route("/x")
def x():
    os.system("ls " + decide(False, request.args["a"]))
    return ""
# %% fine
@app.route("/x")
def x():
    a = request.args["a"]
    table = {True: "fixed", False: a}
    os.system("ls " + table[3 > 2])
    return ""
# %% fine
@app.route("/x")
def x():
    words = ["a", request.args["a"], "c"]
    os.system("ls " + words[-1])
    return ""
# %% fine
@app.route("/x")
def x():
    a, b = request.args["a"], "fixed"
    a, b = b, a
    os.system("ls " + a)
    return ""
# %% bad
@app.route("/x")
def x():
    a, b = request.args["a"], "fixed"
    a, b = b, a
    os.system("ls " + b)
    return ""
# %% bad
async def load():
    return request.args["a"]
@app.route("/x")
async def x():
    os.system("ls " + await load())
    return ""
# %% fine
@app.route("/x")
def x():
    a = request.args["a"]
    assert a in ("one", "two")
    os.system("ls " + a)
    return ""
# %% fine
@app.route("/x")
def x():
    a = request.args["a"]
    while True:
        a = "fixed"
        break
    os.system("ls " + a)
    return ""
