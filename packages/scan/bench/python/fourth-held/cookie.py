# %% class cookie 614 1004 1275
# %% bad
from http import cookies


def application(environ, start_response):
    c = cookies.SimpleCookie()
    c["sid"] = environ["QUERY_STRING"][-8:]
    c["sid"]["httponly"] = True
    c["sid"]["secure"] = False
    start_response("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", c["sid"].OutputString())])
    return [b"ok"]
# %% fine
from http import cookies


def application(environ, start_response):
    c = cookies.SimpleCookie()
    c["sid"] = environ["QUERY_STRING"][-8:]
    c["sid"]["httponly"] = True
    c["sid"]["secure"] = True
    start_response("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", c["sid"].OutputString())])
    return [b"ok"]
