# %% class weak-cipher 327 326 1204 329
# %% head
import os
from Crypto.Cipher import AES, DES, DES3, ARC4, Blowfish
from Crypto.PublicKey import RSA
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.asymmetric import rsa
# %% bad
def enc(key, data):
    return DES.new(key, DES.MODE_CBC, os.urandom(8)).encrypt(data)
# %% bad
def enc(key, data):
    return AES.new(key, AES.MODE_ECB).encrypt(data)
# %% bad
def enc(key, data):
    return ARC4.new(key).encrypt(data)
# %% bad
def enc(key, data):
    c = Cipher(algorithms.TripleDES(key), modes.CBC(os.urandom(8)))
    return c.encryptor().update(data)
# %% bad
def enc(key, data):
    e = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return e.update(data) + e.finalize()
# %% bad
def key():
    return RSA.generate(1024)
# %% bad
def key():
    return rsa.generate_private_key(public_exponent=65537, key_size=512)
# %% bad
def enc(key, data):
    return AES.new(key, AES.MODE_CBC, b"0000000000000000").encrypt(data)
# %% bad
def enc(key, data):
    mode = Blowfish.MODE_ECB
    return Blowfish.new(key, mode).encrypt(data)
# %% bad
import pyDes
def enc(key, data):
    return pyDes.des(key, pyDes.CBC, "\0\0\0\0\0\0\0\0").encrypt(data)
# %% fine
def enc(key, data):
    return AES.new(key, AES.MODE_GCM, nonce=os.urandom(12)).encrypt_and_digest(data)
# %% fine
def enc(key, data):
    iv = os.urandom(16)
    return iv + AES.new(key, AES.MODE_CBC, iv).encrypt(data)
# %% fine
def enc(key, data):
    c = Cipher(algorithms.AES(key), modes.GCM(os.urandom(12)))
    return c.encryptor().update(data)
# %% fine
def key():
    return RSA.generate(3072)
# %% fine
def key():
    return rsa.generate_private_key(public_exponent=65537, key_size=4096)
# %% fine
from cryptography.fernet import Fernet
def enc(key, data):
    return Fernet(key).encrypt(data)
# %% fine
from Crypto.Cipher import ChaCha20_Poly1305
def enc(key, data):
    return ChaCha20_Poly1305.new(key=key).encrypt(data)
# %% fine
DES_NOTE = "DES is not supported any more"
def describe():
    return DES_NOTE
