# %% class deser 502
# %% bad
import base64
import pickle
import json
from flask import Flask, request

app = Flask(__name__)


@app.route("/cart")
def cart():
    blob = request.cookies.get("cart", "")
    raw = base64.urlsafe_b64decode(blob)
    items = pickle.loads(raw)
    return {"n": len(items)}
# %% fine
import base64
import pickle
import json
from flask import Flask, request

app = Flask(__name__)


@app.route("/cart")
def cart():
    blob = request.cookies.get("cart", "")
    raw = base64.urlsafe_b64decode(blob)
    items = json.loads(raw)
    return {"n": len(items)}
# %% bad
import pickle
import numpy as np
from flask import Flask, request

app = Flask(__name__)
MODEL = "/tmp/model.bin"


@app.post("/model")
def model():
    sent = request.files["model"]
    sent.save(MODEL)
    with open(MODEL, "rb") as fh:
        net = pickle.load(fh)
    return {"layers": len(net)}
# %% fine
import pickle
import numpy as np
from flask import Flask, request

app = Flask(__name__)
MODEL = "/tmp/model.bin"


@app.post("/model")
def model():
    sent = request.files["model"]
    sent.save(MODEL)
    net = np.load(MODEL, allow_pickle=False)
    return {"layers": len(net)}
