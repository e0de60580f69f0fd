# %% class hash 327 328 916
# %% bad
from cryptography.hazmat.primitives import hashes
from aiohttp import web


async def sign(request):
    body = await request.read()
    d = hashes.Hash(hashes.MD5())
    d.update(body)
    return web.Response(text=d.finalize().hex())
# %% fine
from cryptography.hazmat.primitives import hashes
from aiohttp import web


async def sign(request):
    body = await request.read()
    d = hashes.Hash(hashes.SHA256())
    d.update(body)
    return web.Response(text=d.finalize().hex())
