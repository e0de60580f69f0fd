import { misuseRule } from "../../misuse.ts"
import { isInAnswer } from "../../answering.ts"

const weakName = /^(?:md[245]|sha-?1|ripemd(?:-?160)?|rmd160)$/i
const weakCipher = /^(?:des|rc[24]|bf|blowfish|cast|idea|seed)|-ecb$|^aes\d*$/i

const weakPythonHashes = [
  "hashlib.md5",
  "hashlib.sha1",
  "hashlib.md4",
  "Crypto.Hash.MD5.new",
  "Crypto.Hash.MD4.new",
  "Crypto.Hash.SHA1.new",
  "Crypto.Hash.SHA.new",
  "cryptography.hazmat.primitives.hashes.MD5",
  "cryptography.hazmat.primitives.hashes.SHA1",
]

/** Hashes, ciphers and keys. */
export const cryptoRules = [
  misuseRule(
    {
      id: "weak-hash",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-328",
      title: "Weak hash: use of MD5 or SHA-1",
      description: "Collisions can be created deliberately. Use as a checksum against accidental corruption is fine.",
      fix: "Use SHA-256; for passwords, use scrypt, bcrypt or Argon2.",
      saidBetterBy: ["weak-hash-for-secret", "weak-hash-of-input", "weak-hash-in-answer"],
      words: ["md5", "md4", "sha1", "sha-1", "MD5", "MD2", "MD4", "SHA1", "SHA-1", "SHA("],
    },
    [
      {
        language: "script",
        calls: [".createHash", ".createHmac", "crypto.createHash", "crypto.createHmac", "createHash", "createHmac"],
        where: { "0": weakName },
        example: 'const kind = "md5"\ncrypto.createHash(kind).update(a)\n',
        lookAlike: 'const kind = "sha512"\ncrypto.createHash(kind).update(a)\n',
      },
      {
        language: "script",
        calls: [
          "md5",
          "sha1",
          "crypto-js.MD5",
          "crypto-js.SHA1",
          "CryptoJS.MD5",
          "CryptoJS.SHA1",
          "blueimp-md5",
          "js-md5",
          "js-sha1",
          "crypto-js.md5",
          "crypto-js.sha1",
          "jshashes.MD5",
          "md5.hex_md5",
          "hex_md5",
          "crypto-js.HmacMD5",
          "CryptoJS.HmacMD5",
          "CryptoJS.HmacSHA1",
        ],
        example: 'import md5 from "md5"\nconst a = md5(text)\n',
        lookAlike: 'import sha256 from "sha256"\nconst a = sha256(text)\n',
      },
      {
        language: "script",
        calls: [
          "jsSHA",
          "jssha",
          "forge.md.md5.create",
          "node-forge.md.md5.create",
          "forge.md.sha1.create",
          "node-forge.md.sha1.create",
        ],
        unless: { "0": /^SHA-?(?:256|384|512|3)/i },
        example: 'const a = new jsSHA("SHA-1", "TEXT")\n',
        lookAlike: 'const a = new jsSHA("SHA-512", "TEXT")\n',
      },
      {
        language: "script",
        calls: ["crypto.subtle.digest", "window.crypto.subtle.digest", "subtle.digest"],
        where: { "0": weakName },
        example: 'await crypto.subtle.digest("SHA-1", bytes)\n',
        lookAlike: 'await crypto.subtle.digest("SHA-256", bytes)\n',
      },
      {
        language: "python",
        calls: ["hashlib.md5", "hashlib.sha1", "hashlib.md4"],
        unless: { usedforsecurity: /^false$/ },
        example: "from hashlib import sha1\nh = sha1(data)\n",
        lookAlike: "from hashlib import sha1\nh = sha1(data, usedforsecurity=False)\n",
      },
      {
        language: "python",
        calls: ["hashlib.new"],
        where: { "0": weakName },
        unless: { usedforsecurity: /^false$/ },
        example: 'import hashlib\nh = hashlib.new("md5", data)\n',
        lookAlike: 'import hashlib\nh = hashlib.new("sha256", data)\n',
      },
      {
        language: "python",
        calls: ["hmac.new", "hmac.digest"],
        where: { "2": /^(?:hashlib\.)?md5$/i },
        example: "import hashlib, hmac\nh = hmac.new(key, body, hashlib.md5)\n",
        lookAlike: "import hashlib, hmac\nh = hmac.new(key, body, hashlib.sha256)\n",
      },
      {
        language: "python",
        calls: ["hashlib.new"],
        where: { name: weakName },
        unless: { usedforsecurity: /^false$/ },
        example: 'import hashlib\nh = hashlib.new(name="sha1")\n',
        lookAlike: 'import hashlib\nh = hashlib.new(name="sha1", usedforsecurity=False)\n',
      },
      {
        language: "python",
        calls: [
          "Crypto.Hash.MD5.new",
          "Crypto.Hash.MD4.new",
          "Crypto.Hash.MD2.new",
          "Crypto.Hash.SHA.new",
          "Crypto.Hash.SHA1.new",
          "cryptography.hazmat.primitives.hashes.MD5",
          "cryptography.hazmat.primitives.hashes.SHA1",
          "hashes.MD5",
          "hashes.SHA1",
          "MD5.new",
          "SHA.new",
        ],
        example: "from cryptography.hazmat.primitives import hashes\nh = hashes.Hash(hashes.SHA1())\n",
        lookAlike: "from cryptography.hazmat.primitives import hashes\nh = hashes.Hash(hashes.SHA256())\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "weak-hash-in-answer",
      severity: "minor",
      cwe: "CWE-328",
      title: "Weak hash: use of MD5 or SHA-1 in a request handler",
      description: "Collisions can be created deliberately, and a password hashed this way can be brute-forced.",
      fix: "Use SHA-256, or scrypt, bcrypt or Argon2 for passwords. For a checksum, pass usedforsecurity=False.",
      saidBetterBy: ["weak-hash-for-secret", "weak-hash-of-input"],
      words: ["md5", "md4", "sha1", "sha-1", "MD5", "MD2", "MD4", "SHA1", "SHA-1", "SHA("],
    },
    [
      {
        language: "python",
        calls: weakPythonHashes,
        unless: { usedforsecurity: /^false$/ },
        and: isInAnswer,
        example: 'import hashlib\ndef f(request):\n    keep(hashlib.md5(b"x").digest())\n',
        lookAlike: "import hashlib\ndef etag(request):\n    return hashlib.md5(body).hexdigest()\n",
      },
      {
        language: "python",
        calls: ["hashlib.new"],
        where: { "0": weakName },
        unless: { usedforsecurity: /^false$/ },
        and: isInAnswer,
        example: 'import hashlib\ndef f(request):\n    keep(hashlib.new("md5", b"x").digest())\n',
        lookAlike: 'import hashlib\ndef f(request):\n    keep(hashlib.new("sha256", b"x").digest())\n',
      },
    ],
  ),
  misuseRule(
    {
      id: "weak-cipher",
      severity: "major",
      confidence: "high",
      autoValidated: true,
      cwe: "CWE-327",
      title: "Weak encryption: broken cipher or insecure cipher mode",
      description: "DES and RC4 are broken; ECB reveals which plaintext blocks are equal.",
      fix: "Use AES-GCM or ChaCha20-Poly1305.",
      words: ["pyDes", "ipher", "DES", "ARC", "ECB", "ecb", "Blowfish", "IDEA", "CAST", "RC4", "Rabbit"],
    },
    [
      {
        language: "script",
        calls: [
          ".createCipheriv",
          ".createDecipheriv",
          "crypto.createCipheriv",
          "crypto.createDecipheriv",
          "createCipheriv",
          "createDecipheriv",
        ],
        where: { "0": weakCipher },
        unless: { "0": /^(?:aes\d*|cast\w*-g?cm)$/i },
        example: 'crypto.createCipheriv("aes-256-ecb", key, null)\n',
        lookAlike: 'crypto.createCipheriv("aes-256-gcm", key, iv)\n',
      },
      {
        language: "script",
        calls: ["crypto.createCipher", "crypto.createDecipher", "createCipher", "createDecipher"],
        // Another function of that name takes options.
        unless: { "1": ({ kind }) => kind === "object" },
        example: 'const crypto = require("crypto")\ncrypto.createCipher("aes-256-cbc", password)\n',
        lookAlike: "const stream = createCipher(core, { rounds: 20 })\n",
      },
      {
        language: "script",
        calls: ["DES", "TripleDES", "RC4", "RC4Drop", "Rabbit"].flatMap((name) =>
          ["encrypt", "decrypt"].flatMap((verb) => [`CryptoJS.${name}.${verb}`, `crypto-js.${name}.${verb}`]),
        ),
        example: "CryptoJS.TripleDES.encrypt(text, key)\n",
        lookAlike: "CryptoJS.AES.encrypt(text, key)\n",
      },
      {
        language: "script",
        calls: ["CryptoJS.AES.encrypt", "crypto-js.AES.encrypt", "CryptoJS.AES.decrypt", "crypto-js.AES.decrypt"],
        where: { mode: /\bECB$/ },
        example: "CryptoJS.AES.encrypt(text, key, { mode: CryptoJS.mode.ECB })\n",
        lookAlike: "CryptoJS.AES.encrypt(text, key, { mode: CryptoJS.mode.CTR })\n",
      },
      {
        language: "script",
        calls: ["forge.cipher.createCipher", "node-forge.cipher.createCipher", "forge.cipher.createDecipher"],
        where: { "0": /^(?:3?DES|RC2)-|-ECB$/ },
        example: 'forge.cipher.createCipher("DES-CBC", key)\n',
        lookAlike: 'forge.cipher.createCipher("AES-GCM", key)\n',
      },
      {
        language: "python",
        calls: ["DES", "DES3", "ARC2", "ARC4", "Blowfish", "CAST", "XOR"].flatMap((name) => [
          `Crypto.Cipher.${name}.new`,
          `${name}.new`,
        ]),
        example: "from Crypto.Cipher import ARC4\nc = ARC4.new(key)\n",
        lookAlike: "from Crypto.Cipher import ChaCha20\nc = ChaCha20.new(key=key)\n",
      },
      {
        language: "python",
        calls: ["AES.new", "Crypto.Cipher.AES.new"],
        where: { "1": /MODE_ECB$/ },
        example: "from Crypto.Cipher import AES\nc = AES.new(key, AES.MODE_ECB)\n",
        lookAlike: "from Crypto.Cipher import AES\nc = AES.new(key, AES.MODE_EAX)\n",
      },
      {
        language: "python",
        calls: ["AES.new", "Crypto.Cipher.AES.new"],
        where: { mode: /MODE_ECB$/ },
        example: "from Crypto.Cipher import AES\nc = AES.new(key, mode=AES.MODE_ECB)\n",
        lookAlike: "from Crypto.Cipher import AES\nc = AES.new(key, mode=AES.MODE_SIV)\n",
      },
      {
        language: "python",
        calls: ["ARC4", "TripleDES", "Blowfish", "IDEA", "CAST5", "SEED", "RC2"]
          .map((name) => `algorithms.${name}`)
          .concat("modes.ECB")
          .flatMap((name) => [
            name,
            `cryptography.hazmat.primitives.ciphers.${name}`,
            `cryptography.hazmat.decrepit.ciphers.${name}`,
          ]),
        example: "from cryptography.hazmat.primitives.ciphers import algorithms\na = algorithms.IDEA(key)\n",
        lookAlike:
          "from cryptography.hazmat.primitives.ciphers import algorithms\na = algorithms.ChaCha20(key, nonce)\n",
      },
      {
        language: "python",
        calls: ["pyDes.des", "pyDes.triple_des", "pyDes.des()"],
        example: "import pyDes\nc = pyDes.des(key)\n",
        lookAlike: "import designs\nc = designs.des(key)\n",
      },
    ],
  ),
]
