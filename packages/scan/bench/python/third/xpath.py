# %% class xpath 643 91
# %% bad
from flask import Flask, request
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("/srv/staff.xml")


@app.route("/staff")
def staff():
    query = "".join(["//employee[@id='", request.args["id"], "']"])
    return {"names": [node.findtext("name") for node in TREE.getroot().xpath(query)]}
# %% fine
from flask import Flask, request
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("/srv/staff.xml")


@app.route("/staff")
def staff():
    query = "".join(["//employee[@id=", "$id", "]"])
    return {"names": [node.findtext("name") for node in TREE.getroot().xpath(query, id=request.args["id"])]}
