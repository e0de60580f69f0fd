import { type Call, collectNamesAround, findEnclosingStatement } from "../../rules/code-view.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"

/** Keys, and how passwords are stored. */
export const keyRules = [
  defineMisuseRule(
    {
      id: "short-key",
      severity: "major",
      confidence: "high",
      cwe: "CWE-326",
      title: "Weak cryptographic key: too short",
      description: "Keys of this size can be broken with rented computing power.",
      fix: "Use RSA with at least 3072 bits, or a curve such as P-256 or Ed25519.",
      words: [
        "generateKeyPair",
        "NodeRSA",
        "createDiffieHellman",
        "generate_private_key",
        ".generate(",
        "SECP",
        "SECT",
        "modulusLength",
        "generate_parameters",
      ],
    },
    [
      {
        language: "script",
        calls: [
          ".generateKeyPair",
          ".generateKeyPairSync",
          "crypto.generateKeyPair",
          "crypto.generateKeyPairSync",
          "generateKeyPair",
          "generateKeyPairSync",
          ".generateKey",
        ],
        where: { modulusLength: /^(?:\d{1,3}|1\d{3})$/ },
        example: 'crypto.generateKeyPair("rsa", { modulusLength: 1024 }, done)\n',
        lookAlike: 'crypto.generateKeyPair("rsa", { modulusLength: 2048 }, done)\n',
      },
      {
        language: "script",
        calls: ["crypto.generateKeyPair", "crypto.generateKeyPairSync"],
        where: { namedCurve: /^(?:secp1(?:12|28|60)|prime192|secp192|P-192|sect1(?:13|31|63))/ },
        example: 'const crypto = require("crypto")\ncrypto.generateKeyPairSync("ec", { namedCurve: "secp160r1" })\n',
        lookAlike: 'const crypto = require("crypto")\ncrypto.generateKeyPairSync("ec", { namedCurve: "P-256" })\n',
      },
      {
        language: "script",
        calls: ["NodeRSA", "node-rsa"],
        where: { b: /^(?:\d{1,3}|1\d{3})$/ },
        example: "new NodeRSA({ b: 1024 })\n",
        lookAlike: "new NodeRSA({ b: 4096 })\n",
      },
      {
        language: "script",
        calls: ["crypto.createDiffieHellman", "createDiffieHellman", "forge.pki.rsa.generateKeyPair"],
        where: { "0": /^(?:\d{1,3}|1\d{3})$/ },
        example: "crypto.createDiffieHellman(512)\n",
        lookAlike: "crypto.createDiffieHellman(2048)\n",
      },
      {
        language: "python",
        calls: [".generate_private_key", ".generate_parameters"],
        on: /(?:^|\.)(?:rsa|dsa|dh)$/,
        where: { key_size: /^(?:\d{1,3}|1\d{3})$/ },
        example:
          "from cryptography.hazmat.primitives.asymmetric import dsa\nk = dsa.generate_private_key(key_size=1024)\n",
        lookAlike:
          "from cryptography.hazmat.primitives.asymmetric import dsa\nk = dsa.generate_private_key(key_size=2048)\n",
      },
      {
        language: "python",
        calls: [".generate_private_key"],
        on: /(?:^|\.)(?:rsa|dsa)$/,
        where: { "1": /^(?:\d{1,3}|1\d{3})$/ },
        example: "k = rsa.generate_private_key(65537, 1024)\n",
        lookAlike: "k = rsa.generate_private_key(65537, 4096)\n",
      },
      {
        language: "python",
        calls: [
          "Crypto.PublicKey.RSA.generate",
          "RSA.generate",
          "DSA.generate",
          "Crypto.PublicKey.DSA.generate",
          "Crypto.PublicKey.ElGamal.generate",
        ],
        where: { "0": /^(?:\d{1,3}|1\d{3})$/ },
        example: "from Crypto.PublicKey import DSA\nk = DSA.generate(1024)\n",
        lookAlike: "from Crypto.PublicKey import DSA\nk = DSA.generate(2048)\n",
      },
      {
        language: "python",
        calls: ["Crypto.PublicKey.RSA.generate", "RSA.generate", "DSA.generate", "Crypto.PublicKey.DSA.generate"],
        where: { bits: /^(?:\d{1,3}|1\d{3})$/ },
        example: "from Crypto.PublicKey import RSA\nk = RSA.generate(bits=1024)\n",
        lookAlike: "from Crypto.PublicKey import RSA\nk = RSA.generate(bits=3072)\n",
      },
      {
        language: "python",
        calls: ["SECP192R1", "SECT163K1", "SECT163R2"].flatMap((name) => [
          `ec.${name}`,
          `cryptography.hazmat.primitives.asymmetric.ec.${name}`,
        ]),
        example:
          "from cryptography.hazmat.primitives.asymmetric import ec\nk = ec.generate_private_key(ec.SECT163K1())\n",
        lookAlike:
          "from cryptography.hazmat.primitives.asymmetric import ec\nk = ec.generate_private_key(ec.SECP256R1())\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "fixed-iv-or-salt",
      severity: "minor",
      cwe: "CWE-329",
      title: "Hard-coded IV or salt",
      description: "A fixed IV reveals equal plaintexts; a fixed salt allows precomputed tables of password hashes.",
      fix: "Generate a new one each time with crypto.randomBytes or os.urandom, and store it with the result.",
      words: ["Cipheriv", "cipheriv", "pbkdf2", "scrypt", "PBKDF2", ".new(", "modes.", "hashpw", "Scrypt", "crypt("],
    },
    [
      {
        language: "script",
        calls: [".createCipheriv", "crypto.createCipheriv", "createCipheriv"],
        where: { "2": "fixed" },
        unless: { "2": /^(?:null|undefined|)$/, "0": /-ecb$/i },
        // RFC 3394 prescribes the value for wrapping keys.
        and: ({ args: [, , iv] }) => !/\ba6a6a6|0xa6\b/i.test(iv?.text ?? ""),
        example: 'crypto.createCipheriv("aes-128-cbc", key, Buffer.from("0000000000000000"))\n',
        lookAlike:
          'crypto.createCipheriv("aes-128-cbc", key, crypto.randomBytes(16))\ncrypto.createCipheriv(wrap, key, Buffer.alloc(8, 0xa6))\n',
      },
      {
        language: "script",
        calls: ["pbkdf2", "pbkdf2Sync", "scrypt", "scryptSync"].flatMap((name) => [name, `.${name}`, `crypto.${name}`]),
        where: { "1": "fixed" },
        example: 'crypto.scryptSync(password, "salt", 32)\n',
        lookAlike: "crypto.scryptSync(password, salt, 32)\n",
      },
      {
        language: "python",
        calls: ["AES.new", "Crypto.Cipher.AES.new"],
        where: { "2": "fixed" },
        example: 'from Crypto.Cipher import AES\nc = AES.new(key, AES.MODE_CBC, b"This is an IV456")\n',
        lookAlike: "from Crypto.Cipher import AES\nc = AES.new(key, AES.MODE_CBC, get_random_bytes(16))\n",
      },
      {
        language: "python",
        calls: ["AES.new", "Crypto.Cipher.AES.new"],
        where: { iv: "fixed" },
        example: 'from Crypto.Cipher import AES\nIV = b"0" * 16\nc = AES.new(key, AES.MODE_CBC, iv=IV)\n',
        lookAlike: "from Crypto.Cipher import AES\nc = AES.new(key, AES.MODE_CBC, iv=os.urandom(16))\n",
      },
      {
        language: "python",
        calls: ["CBC", "CTR", "GCM", "CFB", "OFB"].flatMap((mode) => [
          `modes.${mode}`,
          `cryptography.hazmat.primitives.ciphers.modes.${mode}`,
        ]),
        where: { "0": "fixed" },
        example: 'm = modes.CBC(b"1234567890123456")\n',
        lookAlike: "m = modes.CBC(iv)\n",
      },
      {
        language: "python",
        calls: ["hashlib.pbkdf2_hmac", "hashlib.scrypt"],
        where: { "2": "fixed" },
        example: 'import hashlib\nk = hashlib.pbkdf2_hmac("sha256", password, b"pepper", 100000)\n',
        lookAlike: 'import hashlib\nk = hashlib.pbkdf2_hmac("sha256", password, salt, 100000)\n',
      },
      {
        language: "python",
        calls: [
          ".pbkdf2_hmac",
          ".scrypt",
          "PBKDF2HMAC",
          "Scrypt",
          "cryptography.hazmat.primitives.kdf.pbkdf2.PBKDF2HMAC",
          "cryptography.hazmat.primitives.kdf.scrypt.Scrypt",
          "hashlib.scrypt",
        ],
        where: { salt: "fixed" },
        unless: { salt: /^none$/ },
        example: 'k = PBKDF2HMAC(algorithm=a, length=32, salt=b"static", iterations=480000)\n',
        lookAlike: "k = PBKDF2HMAC(algorithm=a, length=32, salt=user.salt, iterations=480000)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "few-rounds",
      severity: "minor",
      cwe: "CWE-916",
      title: "Weak password hashing: too few rounds",
      description: "With so few rounds, a single GPU can brute-force the hash at millions of passwords per second.",
      fix: "Use PBKDF2 with at least 210,000 rounds, bcrypt with a cost of at least 10, or Argon2 with its defaults.",
      words: ["pbkdf2", "PBKDF2", "bcrypt", "gensalt", "genSalt", "sha256", "sha512", "createHash"],
    },
    [
      {
        language: "python",
        calls: ["hashlib.sha256", "hashlib.sha512", "hashlib.sha3_256", "hashlib.sha3_512"],
        and: storesPassword,
        example:
          "import hashlib\ndef set_password(user, password):\n    user.hash = hashlib.sha256(password.encode()).hexdigest()\n",
        lookAlike:
          "import hashlib\ndef answer(password, nonce):\n    return hashlib.sha256(password + nonce).hexdigest()\n",
      },
      {
        language: "script",
        calls: [".createHash", "crypto.createHash", "createHash"],
        where: { "0": /^sha-?(?:256|384|512)$/i },
        and: storesPassword,
        example:
          'function hashPassword(password) {\n  return crypto.createHash("sha256").update(password).digest("hex")\n}\n',
        lookAlike:
          'function hashFile(content) {\n  return crypto.createHash("sha256").update(content).digest("hex")\n}\n',
      },
      {
        language: "script",
        calls: [".pbkdf2", ".pbkdf2Sync", "pbkdf2", "pbkdf2Sync", "crypto.pbkdf2", "crypto.pbkdf2Sync"],
        where: { "2": /^\d{1,4}$/ },
        example: 'crypto.pbkdf2Sync(password, salt, 1000, 64, "sha512")\n',
        lookAlike: 'crypto.pbkdf2Sync(password, salt, 300000, 64, "sha512")\n',
      },
      {
        language: "script",
        calls: ["bcrypt.hash", "bcrypt.hashSync", "bcryptjs.hash", "bcryptjs.hashSync"],
        where: { "1": /^[1-9]$/ },
        example: 'import { hash } from "bcrypt"\nhash(password, 5)\n',
        lookAlike: 'import { hash } from "bcrypt"\nhash(password, 10)\n',
      },
      {
        language: "script",
        calls: [".hash", ".hashSync"],
        on: /bcrypt/i,
        where: { "1": /^[1-9]$/ },
        example: "this.bcrypt.hashSync(password, 5)\n",
        lookAlike: "this.bcrypt.hashSync(password, 10)\n",
      },
      {
        language: "script",
        calls: [".genSalt", ".genSaltSync"],
        on: /bcrypt/i,
        where: { "0": /^[1-9]$/ },
        example: "bcrypt.genSaltSync(8)\n",
        lookAlike: "bcrypt.genSaltSync(12)\n",
      },
      {
        language: "python",
        calls: ["hashlib.pbkdf2_hmac"],
        where: { "3": /^[\d_]{1,5}$/ },
        unless: { "3": /^\d{5}$/ },
        example: 'import hashlib\nk = hashlib.pbkdf2_hmac("sha256", password, salt, 100)\n',
        lookAlike: 'import hashlib\nk = hashlib.pbkdf2_hmac("sha256", password, salt, 310000)\n',
      },
      {
        language: "python",
        calls: ["hashlib.pbkdf2_hmac", "PBKDF2HMAC", "cryptography.hazmat.primitives.kdf.pbkdf2.PBKDF2HMAC"],
        where: { iterations: /^\d{1,4}$/ },
        example: "k = PBKDF2HMAC(algorithm=a, length=32, salt=s, iterations=1000)\n",
        lookAlike: "k = PBKDF2HMAC(algorithm=a, length=32, salt=s, iterations=390000)\n",
      },
      {
        language: "python",
        calls: ["bcrypt.gensalt"],
        where: { "0": /^[1-9]$/ },
        example: "import bcrypt\ns = bcrypt.gensalt(6)\n",
        lookAlike: "import bcrypt\ns = bcrypt.gensalt(12)\n",
      },
      {
        language: "python",
        calls: ["bcrypt.gensalt"],
        where: { rounds: /^[1-9]$/ },
        example: "import bcrypt\ns = bcrypt.gensalt(rounds=6)\n",
        lookAlike: "import bcrypt\ns = bcrypt.gensalt(rounds=12)\n",
      },
    ],
  ),
]

const password = /\b(?:password|passwd|passphrase|pwd)\b/i

/** One round of a fast hash, where a name says that it makes or stores a password. */
function storesPassword({ node }: Call): boolean {
  const name = collectNamesAround(node).at(-1) ?? ""
  const keeps =
    /^(?:set|hash|make|create|store|save|register|sign_?up|change|reset|encode|encrypt|check|verify)\w*(?:pass|pwd|user|account)|^(?:register|sign_?up|store|save|protect)$/i
  const statement = findEnclosingStatement(node).text.replace(/["'][^"']*["']/g, "")
  const isKept =
    /^[\w.]*(?:hash(?:ed)?|passw(?:or)?d|pwd)\w* = /i.test(statement) && !/nonce|challenge|realm/i.test(statement)
  return (keeps.test(name) || isKept) && password.test(statement)
}
