import type { MisuseRow } from "../define-misuse-rule.ts"
import { isClearAddress } from "./finders/clear-text-addresses.ts"

/** Connections without encryption: of Angular's client, of settings, of directories, of mail and of AWS. */
export const clearAddressRows: readonly MisuseRow[] = [
  {
    language: "python",
    names: /^use_ssl$/,
    is: /^false$/,
    kinds: ["keyword_argument"],
    example: 's3 = boto3.client("s3", use_ssl=False)\n',
    lookAlike: 's3 = boto3.client("s3", use_ssl=True)\n',
  },
  {
    language: "script",
    calls: ["get", "post", "put", "patch", "delete", "head", "request"].map((verb) => `.${verb}`),
    on: /(?:^|\.)_?http(?:Client|Service)?$/,
    where: { "0": (node, code) => isClearAddress(code, node) },
    example: 'class A {\n  list = () => this.http.get("http://api.company.com/list")\n}\n',
    lookAlike: 'class A {\n  list = () => this.http.get("/list?from=http://api.company.com")\n}\n',
  },
  {
    language: "script",
    names: /(?:^|\.)\w*(?:base_?ur[il]|base|api(?:_?ur[il])?|endpoint|server_?ur[il])$/i,
    is: (node, code) => code.shape(node).kind === "constant" && isClearAddress(code, node),
    example: 'const API_URL = "http://api.company.com/v1"\n',
    lookAlike: 'const NAMESPACE = "http://api.company.com/v1"\n',
  },
  {
    language: "script",
    calls: ["ldapjs.createClient", "ldap.createClient", "ldapts.Client"],
    where: { url: (node, code) => isClearAddress(code, node) },
    example: 'const ldap = require("ldapjs")\nldap.createClient({ url: "ldap://ldap.company.com" })\n',
    lookAlike: 'const ldap = require("ldapjs")\nldap.createClient({ url: "ldaps://ldap.company.com" })\n',
  },
  {
    language: "script",
    names: /^ignoreTLS$/,
    is: /^true$/,
    example: 'createTransport({ host: "mail.company.com", ignoreTLS: true })\n',
    lookAlike: 'createTransport({ host: "mail.company.com", requireTLS: true })\n',
  },
]
