import { harms } from "../../harm.ts"
import type { Table } from "../../table.ts"

const digests = ["new", "HMAC"].flatMap((maker) => ["digest", "hexdigest"].map((name) => `hmac.${maker}().${name}`))
const unsigned = [
  ...["itsdangerous", "django.core.signing"].flatMap((module) => [
    `${module}.Signer().unsign`,
    `${module}.TimestampSigner().unsign`,
  ]),
  "nacl.secret.SecretBox().decrypt",
  "cryptography.fernet.Fernet().decrypt",
  "cryptography.fernet.MultiFernet().decrypt",
]

/** A digest does no harm. One is left so that what it was computed from is known when it is compared. */
const harmless = harms.filter((harm) => harm !== "object")

/** Data that only the owner of a key can have made. */
export const pythonSignaturesTable: Table = {
  name: "python signatures",
  language: "python",
  passes: [
    {
      calls: ["hmac.new", "hmac.HMAC", "hmac.digest"],
      cleans: harmless,
      example:
        'import hmac, os\nfrom flask import request\ndef f():\n    os.system("a %s" % hmac.new(K, request.data))\n',
    },
    {
      calls: digests,
      ofObject: true,
      cleans: harmless,
      example:
        'import hmac, pickle\nfrom flask import request\ndef f():\n    body = request.data\n    if hmac.compare_digest(hmac.new(K, body, "md5").digest(), request.headers["S"]):\n        pickle.loads(body)\n',
    },
    {
      calls: unsigned,
      cleans: ["object", "trust"],
      isSigned: true,
      example:
        'import base64, pickle\nfrom itsdangerous import Signer\nfrom flask import request\ndef f():\n    pickle.loads(base64.b64decode(Signer(K).unsign(request.cookies["c"])))\n',
    },
  ],
  guards: [
    {
      calls: ["hmac", "secrets"]
        .map((module) => `${module}.compare_digest`)
        .concat("django.utils.crypto.constant_time_compare"),
      cleans: ["object", "trust"],
      isSigned: true,
      example:
        'import hmac, pickle\nfrom flask import request\ndef f():\n    body = request.data\n    if hmac.compare_digest(hmac.new(K, body, "sha256").hexdigest(), request.headers["S"]):\n        pickle.loads(body)\n',
    },
  ],
}
