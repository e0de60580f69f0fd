# %% class xpath 643 91
# %% bad
from flask import Flask, jsonify, request
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("data/employees.xml")


def lookup(field, value):
    expr = "/staff/employee[%s/text()='%s']" % (field, value)
    return TREE.xpath(expr)


@app.get("/employees")
def employees():
    surname = request.args.get("surname", "")
    found = lookup("surname", surname)
    app.logger.info("employee lookup, %d hits", len(found))
    return jsonify([{"id": e.get("id"), "name": e.findtext("surname")} for e in found])
# %% fine
from flask import Flask, jsonify, request
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("data/employees.xml")


def lookup(field, value):
    expr = "/staff/employee[%s/text()=$value]" % field
    return TREE.xpath(expr, value=value)


@app.get("/employees")
def employees():
    surname = request.args.get("surname", "")
    found = lookup("surname", surname)
    app.logger.info("employee lookup, %d hits", len(found))
    return jsonify([{"id": e.get("id"), "name": e.findtext("surname")} for e in found])
# %% bad
import xml.etree.ElementTree as ET
from functools import lru_cache

from fastapi import FastAPI, Form, HTTPException

app = FastAPI()


@lru_cache(maxsize=1)
def accounts():
    return ET.parse("/etc/portal/accounts.xml").getroot()


def authenticate(creds: dict):
    query = ".//account[@login='{login}'][@pin='{pin}']".format(**creds)
    return accounts().find(query)


@app.post("/kiosk/login")
def kiosk_login(login: str = Form(...), pin: str = Form(...)):
    node = authenticate({"login": login, "pin": pin})
    if node is None:
        raise HTTPException(403)
    return {"display": node.get("display"), "role": node.get("role", "guest")}
# %% fine
import hmac
import xml.etree.ElementTree as ET
from functools import lru_cache

from fastapi import FastAPI, Form, HTTPException

app = FastAPI()


@lru_cache(maxsize=1)
def accounts():
    return ET.parse("/etc/portal/accounts.xml").getroot()


def authenticate(login: str, pin: str):
    for node in accounts().findall(".//account"):
        if node.get("login") == login and hmac.compare_digest(node.get("pin", "").encode(), pin.encode()):
            return node
    return None


@app.post("/kiosk/login")
def kiosk_login(login: str = Form(...), pin: str = Form(...)):
    node = authenticate(login, pin)
    if node is None:
        raise HTTPException(403)
    return {"display": node.get("display"), "role": node.get("role", "guest")}
