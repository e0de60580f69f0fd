/** Where a value ends up; what makes it harmless depends on that. */
export type Sink = "sql" | "shell" | "path" | "html" | "url" | "code" | "regex" | "any"

/** Whether a call's result is harmless there, by the name of the function. */
export function isCleaner(path: string, sink: Sink): boolean {
  if (numberLike.test(path)) return true
  if (named.test(path)) return true
  return sink !== "any" && bySink[sink].test(path)
}

const numberLike =
  /^(?:parseInt|parseFloat|Number|Boolean|BigInt|Number\.\w+|Math\.\w+|Date\.now|int|float|bool|len|hash|ord|round|abs|uuid\.UUID|UUID|ObjectId|mongoose\.Types\.ObjectId|decimal\.Decimal|Decimal)$/

/** Functions whose names say that they clean or check. */
const named =
  /(?:^|\.|_)(?:sanitize|sanitise|purify|validate|whitelist|allowlist)\w*$|(?:Sanitiz|Sanitis|Validat)\w*$|^(?:is|has)[A-Z]\w*$/

const bySink: Readonly<Record<Exclude<Sink, "any">, RegExp>> = {
  sql: /(?:^|\.)(?:escape|escapeId|escapeLiteral|escapeIdentifier|quote_ident|quote_name|Identifier|Literal|literal|sql)$/,
  shell: /(?:^|\.)(?:quote|shellescape|shellEscape|escapeShellArg|escapeshellarg|join_args)$/,
  path: /(?:^|\.)(?:basename|secure_filename|safe_join|safeJoin|normalizeSafe)$/,
  html: /(?:^|\.)(?:escape|escapeHtml|escapeHTML|encodeURIComponent|encodeURI|htmlEscape|encode|conditional_escape|createTextNode)$|^(?:markupsafe\.)?escape$/,
  url: /(?:^|\.)(?:encodeURIComponent|quote|quote_plus|urlencode|url_for|reverse)$/,
  code: /^JSON\.stringify$|(?:^|\.)literal_eval$/,
  regex: /(?:^|\.)(?:escapeRegExp|escapeRegex|escapeStringRegexp|escape)$/i,
}

/** Functions whose result is still their input. */
export const passesOn =
  /^(?:String|Array\.from|Object\.assign|Object\.values|Object\.fromEntries|decodeURIComponent|decodeURI|unescape|atob|Buffer\.from|JSON\.parse|util\.format|path\.(?:join|resolve|normalize)|(?:join|resolve)|URL|URLSearchParams|Promise\.resolve|querystring\.parse|qs\.parse|str|bytes|repr|list|tuple|dict|json\.loads|urllib\.parse\.unquote|unquote|os\.path\.(?:join|abspath|normpath|expanduser|realpath)|Path|pathlib\.Path|base64\.b64decode|b64decode)$/

/** Methods that return a boolean or a number, whatever they are called on. */
export const answers =
  /^(?:includes|startsWith|endsWith|indexOf|lastIndexOf|search|test|has|every|some|localeCompare|charCodeAt|getTime|startswith|endswith|isdigit|isalnum|isalpha|isnumeric|find|index|count|length)$/

/** Calls in a condition that show that a value is one of the allowed ones. */
export const checks =
  /(?:^|\.)(?:includes|has|hasOwn|hasOwnProperty|test|match|fullmatch|startsWith|startswith|isInteger|isSafeInteger|isFinite|isUUID|isdigit|isalnum|isalpha|isnumeric|isidentifier|is_relative_to|__contains__)$|(?:^|\.|_)(?:is|check|validate|verify|allow|allowed|permitted|assert|ensure|safe)(?:[A-Z_]\w*)?$|url_has_allowed_host_and_scheme$/

/** Names of checks that are true for forbidden values. */
export const denies = /block|deny|denied|forbid|private|internal|invalid|unsafe|danger|malicious|evil|bad/i

/** Methods of a string that return it, changed or in parts. */
export const keepsText =
  /^(?:trim|toString|toLowerCase|toUpperCase|slice|substring|split|join|concat|replace|replaceAll|strip|lower|upper|format|encode|decode|get)$/
