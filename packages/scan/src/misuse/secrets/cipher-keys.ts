import type { MisuseRow } from "../define-misuse-rule.ts"
import type { CodeNode } from "../../code-tree.ts"
import type { CodeView } from "../../rules/code-view.ts"
import { isConstant, renderCodeValue } from "../render-code-value.ts"
import { isSecretText } from "./finders/secret-texts.ts"

/** Keys of ciphers and of signed texts that are written in the code. */
export const cipherKeyRows: readonly MisuseRow[] = [
  {
    language: "python",
    calls: ["hmac.new"],
    where: { "0": isSecretText },
    example: 'import hmac\nh = hmac.new(b"cats", body, "sha256")\n',
    lookAlike: 'import hmac\nh = hmac.new(key, b"cats", "sha256")\n',
  },
  {
    language: "python",
    calls: [
      "cryptography.fernet.Fernet",
      "nacl.secret.SecretBox",
      "cryptography.hazmat.primitives.ciphers.aead.AESGCM",
    ],
    where: { "0": isWrittenKey },
    example: 'from cryptography.fernet import Fernet\nbox = Fernet("kq3Yd0V3mJ8b2nL0y8WcQe1rT5uI7oP9aS2dF4gH6jA=")\n',
    lookAlike: 'from cryptography.fernet import Fernet\nbox = Fernet(os.environ["KEY"])\n',
  },
  {
    language: "python",
    calls: ["Crypto.Cipher.AES.new", "Crypto.Cipher.ChaCha20_Poly1305.new", "Crypto.Cipher.ChaCha20.new"],
    where: { "0": isWrittenKey },
    // Only tried: nothing is encrypted with it.
    and: ({ node }) => node.parent?.kind !== "expression_statement",
    example: 'from Crypto.Cipher import AES\nKEY = b"0123456789abcdef"\nc = AES.new(KEY, AES.MODE_GCM)\n',
    lookAlike:
      'from Crypto.Cipher import AES\nc = AES.new(key, AES.MODE_GCM)\ntry:\n    AES.new(b"0123456789abcdef")\nexcept TypeError:\n    pass\n',
  },
  {
    language: "python",
    calls: ["AES", "ChaCha20", "Camellia"].map((name) => `cryptography.hazmat.primitives.ciphers.algorithms.${name}`),
    where: { "0": isWrittenKey },
    example: 'from cryptography.hazmat.primitives.ciphers import algorithms\na = algorithms.AES(b"0123456789abcdef")\n',
    lookAlike: "from cryptography.hazmat.primitives.ciphers import algorithms\na = algorithms.AES(key)\n",
  },
  {
    language: "python",
    calls: ["django.core.signing.dumps", "django.core.signing.loads", "django.core.signing.Signer"],
    where: { key: isWrittenKey },
    example: 'from django.core import signing\ntext = signing.dumps(value, key="blue-whale-42")\n',
    lookAlike: "from django.core import signing\ntext = signing.dumps(value, key=settings.KEY)\n",
  },
  {
    language: "python",
    calls: ["couchbase.cluster.PasswordAuthenticator", "couchbase.auth.PasswordAuthenticator"],
    where: { "1": isWrittenKey },
    example: 'from couchbase.auth import PasswordAuthenticator\na = PasswordAuthenticator("admin", "blue-whale-42")\n',
    lookAlike: 'from couchbase.auth import PasswordAuthenticator\na = PasswordAuthenticator("admin", word)\n',
  },
  {
    language: "python",
    calls: [".add_argument"],
    where: { "0": /^--?(?:\w+-)*(?:password|passwd|secret|token|api-?key)$/, default: isWrittenKey },
    example: 'parser.add_argument("--password", default="blue-whale-42")\n',
    lookAlike: 'parser.add_argument("--password", default=None)\n',
  },
  {
    language: "python",
    calls: ["URLSafeSerializer", "URLSafeTimedSerializer", "Signer", "TimestampSigner", "Serializer"].map(
      (name) => `itsdangerous.${name}`,
    ),
    where: { "0": isWrittenKey },
    example: 'from itsdangerous import URLSafeSerializer\ns = URLSafeSerializer("blue-whale-42")\n',
    lookAlike: 'from itsdangerous import URLSafeSerializer\ns = URLSafeSerializer(app.config["SECRET_KEY"])\n',
  },
]

function isWrittenKey(node: CodeNode, code: CodeView): boolean {
  return isConstant(code, node) && renderCodeValue(code, node).length >= 8
}
