# %% class xpathi 643
# %% bad
from lxml import etree
from flask import Flask, request

app = Flask(__name__)
TREE = etree.parse("staff.xml")


@app.route("/staff")
def staff():
    name = request.args.get("name", "")
    password = request.args.get("password", "")
    query = f"/staff/person[@name='{name}' and @pw='{password}']"
    nodes = TREE.xpath(query)
    return {"n": len(nodes)}
# %% fine
from lxml import etree
from flask import Flask, request

app = Flask(__name__)
TREE = etree.parse("staff.xml")


@app.route("/staff")
def staff():
    name = request.args.get("name", "")
    password = request.args.get("password", "")
    nodes = TREE.xpath("/staff/person[@name=$n and @pw=$p]", n=name, p=password)
    return {"n": len(nodes)}
