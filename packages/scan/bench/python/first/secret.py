# %% class secret 798 259 321 522
# %% head
import os
import jwt
import requests
import psycopg2
from flask import Flask
app = Flask(__name__)
# %% bad
app.secret_key = "d9f2c1aa73b34e0b9ac4"
# %% bad
app.config["SECRET_KEY"] = "5f352379324c22463451387a0aec5d2f"
# %% bad
def token(uid):
    return jwt.encode({"uid": uid}, "hunter2-very-secret", algorithm="HS256")
# %% bad
def connect():
    return psycopg2.connect(host="db", user="app", password="Tr0ub4dor&3")
# %% bad
AWS_SECRET_ACCESS_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY"
# %% bad
def call():
    return requests.get("https://api.x.example", auth=("admin", "s3cr3tPa55"))
# %% bad
def login(user, password):
    if user == "admin" and password == "letMeIn!42":
        return True
    return False
# %% bad
API_TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
# %% fine
app.secret_key = os.environ["SECRET_KEY"]
# %% fine
app.config["SECRET_KEY"] = os.getenv("SECRET_KEY")
# %% fine
def token(uid):
    return jwt.encode({"uid": uid}, app.secret_key, algorithm="HS256")
# %% fine
PASSWORD_FIELD = "password"
PASSWORD_LABEL = "Your password"
# %% fine
def connect(password):
    return psycopg2.connect(host="db", user="app", password=password)
# %% fine
TOKEN_URL = "https://login.example.com/oauth/token"
# %% fine
password = "" 
secret_key = None
# %% fine
DEFAULTS = {"password": "changeme", "api_key": "<your key here>"}
