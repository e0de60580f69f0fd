# %% class cmdi 78 77 88
# %% bad
import os
import subprocess
import tempfile

from flask import Flask, abort, request, send_file

app = Flask(__name__)
PRESETS = {"web": "-quality 80", "print": "-quality 98 -density 300"}


def run(cmdline, cwd=None):
    proc = subprocess.run(cmdline, shell=True, cwd=cwd, capture_output=True, timeout=60)
    if proc.returncode != 0:
        app.logger.warning("converter failed: %s", proc.stderr[:400])
        abort(502)
    return proc.stdout


@app.post("/thumbnail")
def thumbnail():
    upload = request.files["image"]
    preset = PRESETS.get(request.form.get("preset", "web"), PRESETS["web"])
    geometry = request.form.get("geometry") or "200x200"
    workdir = tempfile.mkdtemp(prefix="thumb")
    upload.save(os.path.join(workdir, "in"))
    run("convert in -resize {} {} out.jpg".format(geometry, preset), cwd=workdir)
    return send_file(os.path.join(workdir, "out.jpg"), mimetype="image/jpeg")
# %% fine
import os
import re
import subprocess
import tempfile

from flask import Flask, abort, request, send_file

app = Flask(__name__)
GEOMETRY = re.compile(r"[0-9]{1,4}x[0-9]{1,4}")


def run(cmdline, cwd=None):
    proc = subprocess.run(cmdline, shell=True, cwd=cwd, capture_output=True, timeout=60)
    if proc.returncode != 0:
        app.logger.warning("converter failed: %s", proc.stderr[:400])
        abort(502)
    return proc.stdout


@app.post("/thumbnail")
def thumbnail():
    upload = request.files["image"]
    geometry = request.form.get("geometry") or "200x200"
    if not GEOMETRY.fullmatch(geometry):
        abort(400, "geometry must look like 200x200")
    workdir = tempfile.mkdtemp(prefix="thumb")
    upload.save(os.path.join(workdir, "in"))
    run("convert in -resize {} -quality 80 out.jpg".format(geometry), cwd=workdir)
    return send_file(os.path.join(workdir, "out.jpg"), mimetype="image/jpeg")
# %% bad
import os

from django.conf import settings
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.shortcuts import redirect


def _dump_command(options):
    parts = ["pg_dump", "--no-owner"]
    if options["schema_only"]:
        parts.append("--schema-only")
    parts.append("--dbname=" + options["database"])
    parts.append("> %s/%s.sql" % (settings.BACKUP_DIR, options["label"]))
    return " ".join(parts)


@staff_member_required
def start_backup(request):
    options = {
        "database": settings.DATABASES["default"]["NAME"],
        "schema_only": request.POST.get("schema_only") == "on",
        "label": request.POST.get("label", "manual"),
    }
    status = os.system(_dump_command(options))
    if status == 0:
        messages.success(request, "Backup written")
    else:
        messages.error(request, "Backup failed (%d)" % status)
    return redirect("admin:index")
# %% fine
import os
import shlex

from django.conf import settings
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.shortcuts import redirect


def _dump_command(options):
    parts = ["pg_dump", "--no-owner"]
    if options["schema_only"]:
        parts.append("--schema-only")
    parts.append("--dbname=" + options["database"])
    target = os.path.join(settings.BACKUP_DIR, os.path.basename(options["label"]) + ".sql")
    parts.append("> " + shlex.quote(target))
    return " ".join(parts)


@staff_member_required
def start_backup(request):
    options = {
        "database": settings.DATABASES["default"]["NAME"],
        "schema_only": request.POST.get("schema_only") == "on",
        "label": request.POST.get("label", "manual"),
    }
    status = os.system(_dump_command(options))
    if status == 0:
        messages.success(request, "Backup written")
    else:
        messages.error(request, "Backup failed (%d)" % status)
    return redirect("admin:index")
