# %% class deser 502
# %% bad
import base64
import pickle

from flask import Flask, jsonify, request

app = Flask(__name__)


class Basket:
    def __init__(self):
        self.lines = {}

    @classmethod
    def from_cookie(cls, raw):
        if not raw:
            return cls()
        state = base64.urlsafe_b64decode(raw)
        return pickle.loads(state)

    def to_cookie(self):
        return base64.urlsafe_b64encode(pickle.dumps(self)).decode()


@app.post("/basket/<int:sku>")
def add(sku):
    basket = Basket.from_cookie(request.cookies.get("basket"))
    basket.lines[sku] = basket.lines.get(sku, 0) + 1
    resp = jsonify(basket.lines)
    resp.set_cookie("basket", basket.to_cookie(), httponly=True, secure=True, samesite="Lax")
    return resp
# %% fine
import pickle

from flask import Flask, jsonify, request

app = Flask(__name__)


class Basket:
    def __init__(self, lines=None):
        self.lines = lines or {}

    def clone(self):
        return pickle.loads(pickle.dumps(self))

    @classmethod
    def from_cookie(cls, raw):
        pairs = (p.split(":") for p in (raw or "").split(",") if ":" in p)
        return cls({int(sku): int(n) for sku, n in pairs})

    def to_cookie(self):
        return ",".join(f"{sku}:{n}" for sku, n in self.lines.items())


@app.post("/basket/<int:sku>")
def add(sku):
    before = Basket.from_cookie(request.cookies.get("basket"))
    after = before.clone()
    after.lines[sku] = after.lines.get(sku, 0) + 1
    resp = jsonify(after.lines)
    resp.set_cookie("basket", after.to_cookie(), httponly=True, secure=True, samesite="Lax")
    return resp
# %% bad
import io
import zlib

import joblib
from fastapi import FastAPI, UploadFile

app = FastAPI()
REGISTRY = {}


def unpack(blob: bytes):
    if blob[:2] == b"\x78\x9c":
        blob = zlib.decompress(blob)
    return joblib.load(io.BytesIO(blob))


@app.put("/models/{name}")
async def put_model(name: str, artefact: UploadFile):
    model = unpack(await artefact.read())
    REGISTRY[name] = model
    return {"name": name, "kind": type(model).__name__}
# %% fine
from pathlib import Path

import joblib
from fastapi import FastAPI, HTTPException

app = FastAPI()
MODEL_DIR = Path(__file__).parent / "models"
SHIPPED = {"churn": "churn-2024.joblib", "fraud": "fraud-v3.joblib"}
REGISTRY = {}


def model_for(name: str):
    if name not in REGISTRY:
        filename = SHIPPED.get(name)
        if filename is None:
            raise HTTPException(404, "no such model")
        REGISTRY[name] = joblib.load(MODEL_DIR / filename)
    return REGISTRY[name]


@app.post("/models/{name}/predict")
async def predict(name: str, features: list[float]):
    return {"score": float(model_for(name).predict([features])[0])}
