# %% class weak-hash 327 328 916
# %% head
import hashlib
import hmac
from dataclasses import dataclass
# %% bad
from django.contrib.auth.hashers import BasePasswordHasher
class Legacy(BasePasswordHasher):
    def encode(self, password, salt):
        return "%s$%s" % (salt, hashlib.sha1((salt + password).encode()).hexdigest())
# %% bad
from fastapi import FastAPI, Form
api = FastAPI()
@api.post("/register")
def register(name: str = Form(...), pw: str = Form(...)):
    store(name, hashlib.md5(pw.encode()).hexdigest())
    return {}
# %% bad
def verify_password(plain, stored):
    digest = hashlib.new("md5")
    digest.update(plain.encode())
    return hmac.compare_digest(digest.hexdigest(), stored)
# %% bad
class Tokens:
    def sign(self, payload, secret):
        return hmac.new(secret, payload, "sha1").hexdigest()
# %% bad
import tornado.web
class Login(tornado.web.RequestHandler):
    def post(self):
        user = self.get_argument("user")
        pw = self.get_argument("password")
        if hashlib.md5(pw.encode()).hexdigest() == users[user]:
            self.set_secure_cookie("user", user)
# %% fine
class Legacy:
    def encode(self, password, salt):
        return hashlib.pbkdf2_hmac("sha512", password.encode(), salt, 300_000)
# %% fine
def blob_id(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
# %% fine
def cache_key(*parts):
    return hashlib.md5("|".join(parts).encode()).hexdigest()
# %% fine
def verify_password(plain, stored):
    return hmac.compare_digest(hashlib.sha3_512(plain.encode()).hexdigest(), stored)
# %% fine
def same_file(a, b):
    return hashlib.md5(a.read()).digest() == hashlib.md5(b.read()).digest()
