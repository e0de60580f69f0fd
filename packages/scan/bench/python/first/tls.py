# %% class tls 295 297 326 327
# %% head
import ssl
import requests
import httpx
import urllib3
import urllib.request
import smtplib
import paramiko
# %% bad
def get(u):
    return requests.get(u, verify=False)
# %% bad
def s():
    s = requests.Session()
    s.verify = False
    return s
# %% bad
def ctx():
    c = ssl.create_default_context()
    c.check_hostname = False
    c.verify_mode = ssl.CERT_NONE
    return c
# %% bad
def get(u):
    return urllib.request.urlopen(u, context=ssl._create_unverified_context())
# %% bad
ssl._create_default_https_context = ssl._create_unverified_context
# %% bad
def client():
    return httpx.Client(verify=False)
# %% bad
def wrap(sock):
    return ssl.wrap_socket(sock, ssl_version=ssl.PROTOCOL_TLSv1)
# %% bad
def ctx():
    return ssl.SSLContext(ssl.PROTOCOL_SSLv3)
# %% bad
def connect():
    c = paramiko.SSHClient()
    c.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    c.connect("h")
# %% bad
def pool():
    return urllib3.PoolManager(cert_reqs="CERT_NONE")
# %% bad
import aiohttp
async def get(u):
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=False)) as s:
        return await s.get(u)
# %% fine
def get(u):
    return requests.get(u, verify=True)
# %% fine
def get(u):
    return requests.get(u, verify="/etc/ssl/ca.pem")
# %% fine
def ctx():
    c = ssl.create_default_context()
    c.minimum_version = ssl.TLSVersion.TLSv1_2
    return c
# %% fine
def ctx():
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
# %% fine
def get(u, verify):
    return requests.get(u, verify=verify)
# %% fine
def connect():
    c = paramiko.SSHClient()
    c.load_system_host_keys()
    c.set_missing_host_key_policy(paramiko.RejectPolicy())
# %% fine
def check(signature, verify=False):
    return signature.check(verify=verify)
# %% fine
def pool():
    return urllib3.PoolManager(cert_reqs="CERT_REQUIRED")
