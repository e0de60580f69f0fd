# %% class redirect 601
# %% bad
from fastapi import FastAPI, Request
from starlette.responses import RedirectResponse

app = FastAPI()


@app.get("/logout")
async def logout(request: Request):
    target = request.query_params.get("to") or "/"
    response = RedirectResponse(url=target, status_code=303)
    response.delete_cookie("session")
    return response
# %% fine
from urllib.parse import urlsplit
from fastapi import FastAPI, Request
from starlette.responses import RedirectResponse

app = FastAPI()


@app.get("/logout")
async def logout(request: Request):
    target = request.query_params.get("to") or "/"
    if urlsplit(target).netloc not in ("shop.example.com", "www.example.com"):
        target = "/"
    response = RedirectResponse(url=target, status_code=303)
    response.delete_cookie("session")
    return response
