# %% class weak-hash 327 328 916
# %% head
import hashlib
from flask import Flask, request, session
app = Flask(__name__)
# %% bad
@app.post("/r")
def r():
    pw = hashlib.md5(request.form["password"].encode()).hexdigest()
    save(request.form["user"], pw)
    return ""
# %% bad
@app.post("/r")
def r():
    h = hashlib.new("sha1")
    h.update(request.form["secret"].encode())
    with open("/srv/passwords", "a") as f:
        f.write(h.hexdigest())
    return ""
# %% bad
@app.post("/r")
def r():
    algorithm = "md5"
    h = hashlib.new(algorithm, request.data)
    store_password(h.digest())
    return ""
# %% bad
def hash_password(password, salt):
    return hashlib.sha1((salt + password).encode("utf-8")).hexdigest()
# %% bad
def check(user, password):
    return user.password_hash == hashlib.md5(password.encode()).hexdigest()
# %% bad
@app.get("/t")
def t():
    token = hashlib.md5(str(session["uid"]).encode()).hexdigest()
    return {"token": token}
# %% bad
import hmac
def sign(key, message):
    return hmac.new(key, message, hashlib.md5).hexdigest()
# %% bad
from Crypto.Hash import MD5
@app.post("/r")
def r():
    h = MD5.new()
    h.update(request.form["password"].encode())
    return h.hexdigest()
# %% bad
from passlib.hash import md5_crypt
def new_password(p):
    return md5_crypt.hash(p)
# %% bad
from cryptography.hazmat.primitives import hashes
def fingerprint(password):
    digest = hashes.Hash(hashes.MD5())
    digest.update(password)
    return digest.finalize()
# %% bad
from hashlib import md5
class User:
    def set_password(self, raw):
        self.password = md5(raw.encode()).hexdigest()
# %% bad
@app.post("/r")
def r():
    values = request.form.getlist("v")
    inp = values[0]
    if isinstance(inp, str):
        inp = inp.encode("utf-8")
    m = hashlib.md5()
    m.update(inp)
    result = m.digest()
    with open("/srv/passwordFile.txt", "a") as f:
        f.write("hash_value=" + str(result))
    return ""
# %% fine
@app.post("/r")
def r():
    pw = hashlib.sha256(request.form["password"].encode()).hexdigest()
    return pw
# %% fine
@app.post("/r")
def r():
    h = hashlib.new("sha512")
    h.update(request.form["secret"].encode())
    return h.hexdigest()
# %% fine
def etag(data):
    return hashlib.md5(data, usedforsecurity=False).hexdigest()
# %% fine
def cache_name(url):
    return "cache-" + hashlib.md5(url.encode()).hexdigest()
# %% fine
def file_checksum(path):
    h = hashlib.md5()
    with open(path, "rb") as f:
        for block in iter(lambda: f.read(65536), b""):
            h.update(block)
    return h.hexdigest()
# %% fine
def hash_password(password, salt):
    return hashlib.pbkdf2_hmac("sha256", password, salt, 600_000)
# %% fine
def hash_password(password, salt):
    return hashlib.scrypt(password, salt=salt, n=2**15, r=8, p=1)
# %% fine
def sign(key, message):
    import hmac
    return hmac.new(key, message, hashlib.sha256).hexdigest()
# %% fine
@app.post("/r")
def r():
    alg = "sha384"
    h = hashlib.new(alg)
    h.update(request.form["secret"].encode())
    return h.hexdigest()
# %% fine
def gravatar(mail):
    return "https://gravatar.com/avatar/" + hashlib.md5(mail.lower().encode()).hexdigest()
# %% fine
@app.post("/r")
def r():
    h = hashlib.sha3_256()
    h.update(request.form["p"].encode())
    return h.hexdigest()
# %% fine
def bucket(key, n):
    return int(hashlib.md5(key.encode()).hexdigest(), 16) % n
