/** The files that the cases import. */
export const helpers = {
  "helpers/__init__.py": "",
  "helpers/known.py":
    'common_headers = ["host", "accept", "user-agent", "connection", "content-type"]\nDATA_DIR = "/srv/data"\n',
  "helpers/incoming.py": `class Incoming:
    def __init__(self, request):
        self.request = request

    def form_value(self, name):
        return self.request.form.get(name, "")

    def query_value(self, name):
        return self.request.args.get(name, "")

    def fixed_value(self, name):
        return "bar"
`,
  "helpers/things.py": `class Thing:
    def pass_on(self, value):
        return value


class FixedThing:
    def pass_on(self, value):
        return "fixed"


def make_thing():
    return Thing()


def make_fixed_thing():
    return FixedThing()
`,
  "helpers/pages.py": `def for_html(value):
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;").replace("'", "&#x27;")
`,
  "helpers/database.py": `import sqlite3


def get_connection():
    return sqlite3.connect("users.db")


def results(cursor, sql):
    return "<br>".join(str(row) for row in cursor.fetchall())
`,
  "helpers/directory.py": `import ldap3


def get_connection():
    server = ldap3.Server("localhost")
    return ldap3.Connection(server, auto_bind=True)
`,
}
