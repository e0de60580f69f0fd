# %% class sqli 89
# %% bad
import configparser
import sqlite3

from flask import Flask, request

app = Flask(__name__)


@app.route("/parts/<section>", methods=["GET", "POST"])
def parts(section):
    wanted = request.form.get("part", "bolt")
    conf = configparser.ConfigParser()
    conf.add_section("shop")
    conf.set("shop", "fallback", "washer")
    conf.set("shop", "part", wanted)
    part = conf.get("shop", "part")
    db = sqlite3.connect("shop.db")
    try:
        cur = db.cursor()
        cur.execute(f"SELECT id, price FROM parts WHERE name = '{part}'")
        rows = cur.fetchall()
    finally:
        db.close()
    return {"rows": rows}
# %% fine
import configparser
import sqlite3

from flask import Flask, request

app = Flask(__name__)


@app.route("/parts/<section>", methods=["GET", "POST"])
def parts(section):
    wanted = request.form.get("part", "bolt")
    conf = configparser.ConfigParser()
    conf.add_section("shop")
    conf.set("shop", "fallback", "washer")
    conf.set("shop", "part", wanted)
    part = conf.get("shop", "fallback")
    db = sqlite3.connect("shop.db")
    try:
        cur = db.cursor()
        cur.execute(f"SELECT id, price FROM parts WHERE name = '{part}'")
        rows = cur.fetchall()
    finally:
        db.close()
    return {"rows": rows}
# %% bad
from django.db import connection
from django.http import JsonResponse
from django.views import View


class ReportView(View):
    columns = {"day": "created_day", "sum": "total"}

    def get(self, request, *args, **kwargs):
        order = request.GET.get("order", "day")
        with connection.cursor() as cursor:
            cursor.execute("SELECT created_day, total FROM report ORDER BY {}".format(order))
            data = cursor.fetchall()
        return JsonResponse({"data": data})
# %% fine
from django.db import connection
from django.http import JsonResponse
from django.views import View


class ReportView(View):
    columns = {"day": "created_day", "sum": "total"}

    def get(self, request, *args, **kwargs):
        order = request.GET.get("order", "day")
        order = self.columns.get(order, "created_day")
        with connection.cursor() as cursor:
            cursor.execute("SELECT created_day, total FROM report ORDER BY {}".format(order))
            data = cursor.fetchall()
        return JsonResponse({"data": data})
