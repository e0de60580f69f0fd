# %% class hash 327 328 916
# %% bad
import hashlib
from flask import Flask, request, session
from .models import db, User

app = Flask(__name__)


@app.post("/register")
def register():
    user = request.form["user"]
    pw = request.form["password"]
    digest = hashlib.md5(pw.encode()).hexdigest()
    db.session.add(User(name=user, digest=digest))
    db.session.commit()
    return "ok"
# %% fine
import hashlib
from flask import Flask, request, session
from .models import db, User

app = Flask(__name__)


@app.post("/register")
def register():
    user = request.form["user"]
    pw = request.form["password"]
    digest = hashlib.scrypt(pw.encode(), salt=user.encode().ljust(16, b"."), n=2**14, r=8, p=1).hex()
    db.session.add(User(name=user, digest=digest))
    db.session.commit()
    return "ok"
# %% bad
import hashlib
from django.http import HttpResponse


def fingerprint(request):
    value = request.GET.get("v", "")
    algo = "sha1"
    h = hashlib.new(algo)
    h.update(value.encode("utf-8"))
    with open("/var/app/passwords.txt", "a") as out:
        out.write("hash_value=" + h.hexdigest() + "\n")
    return HttpResponse("stored")
# %% fine
import hashlib
from django.http import HttpResponse


def fingerprint(request):
    value = request.GET.get("v", "")
    algo = "sha3_256"
    h = hashlib.new(algo)
    h.update(value.encode("utf-8"))
    with open("/var/app/passwords.txt", "a") as out:
        out.write("hash_value=" + h.hexdigest() + "\n")
    return HttpResponse("stored")
# %% bad
from hashlib import md5 as digest_of, sha512
import io
from bottle import request, post


@post("/store")
def store():
    data = request.forms.get("data") or ""
    m = digest_of()
    m.update(data.encode())
    sink = io.StringIO()
    sink.write(m.hexdigest())
    return sink.getvalue()
# %% fine
from hashlib import md5 as digest_of, sha512
import io
from bottle import request, post


@post("/store")
def store():
    data = request.forms.get("data") or ""
    m = sha512()
    m.update(data.encode())
    sink = io.StringIO()
    sink.write(m.hexdigest())
    return sink.getvalue()
