# %% class ldap 90
# %% bad
from flask import Flask, request
from ldap3 import Connection, Server, SUBTREE

app = Flask(__name__)


@app.route("/people")
def people():
    connection = Connection(Server("ldap.internal"), auto_bind=True)
    conditions = ["(objectClass=person)"]
    conditions += ["(%s)" % ("mail=" + mail) for mail in request.args.getlist("mail")]
    connection.search("dc=example", "(&" + "".join(conditions) + ")", SUBTREE, attributes=["cn"])
    return {"people": [str(entry.cn) for entry in connection.entries]}
# %% fine
from flask import Flask, request
from ldap3 import Connection, Server, SUBTREE
from ldap3.utils.conv import escape_filter_chars

app = Flask(__name__)


@app.route("/people")
def people():
    connection = Connection(Server("ldap.internal"), auto_bind=True)
    conditions = ["(objectClass=person)"]
    conditions += ["(%s)" % ("mail=" + escape_filter_chars(mail)) for mail in request.args.getlist("mail")]
    connection.search("dc=example", "(&" + "".join(conditions) + ")", SUBTREE, attributes=["cn"])
    return {"people": [str(entry.cn) for entry in connection.entries]}
