/** Parts of patterns that several rules share. Every repetition is bounded, so that no text makes them slow. */

/** Files that contain keys, and ways to read the whole environment. */
export const SECRETS =
  /\.ssh\/(?:id_(?![\w-]*\.pub)|\*|identity)|(?<!\b(?:mkdir|chmod|chown|ls|cd|touch|test)\b[^\n]{0,80})[/"']\.ssh(?=["'\s)]|\/?$)|\.ssh["'\\/\s,]{1,8}id_(?![\w-]*\.pub)\w|\.aws[\\/"',\s]{1,6}credentials|\bgit\s+add\s[^\n]{0,60}\.env\b(?![.\w])|\.config\/solana\/id|\.ethereum\/keystore|\.electrum\/wallets|\bExodus\/exodus\.wallet|[/"']\.aws(?=["'\s)])|\.gnupg\b|\.kube(?:\/config\b|(?=["'\s)]|\/?$))|\.pgpass\b|\.vault-token\b|\.cargo\/credentials|(?<![=\w%.])\/proc\/(?:self|\d{1,7}|\$\$)\/environ|\.config\/gcloud|\.netrc\b|\.npmrc\b|\.pypirc\b|\.docker\/config\.json|\.git-credentials|\.(?:bash|zsh)_history|\bLogin Data\b|(?:[Cc]hrom(?:e|ium)|Brave\w*|Edge|[Ff]irefox|mozilla)\b[^\n"']{0,80}\/(?:Cookies|Local State)\b|\b(?:cookies\.sqlite|logins\.json|key4\.db)\b|\bkubectl\s+get\s+secrets?\b[^\n]{0,60}\s-o|(?<![\w.])ENV\.(?:to_h|to_a|each|map|select|inspect)\b|\bSystem\.getenv\(\s*\)|JSON\.stringify\(\s*\{\s*\.\.\.process\.env|\bKeychains?\/|\bsecurity\s+(?:dump-keychain|find-(?:generic|internet)-password\s[^\n]{0,60}-\w*w)|wallet\.dat|\/etc\/shadow|\.config\/gh(?:\/hosts|(?=["'\s)]|\/?$))|\bprintenv\b(?!\s+[A-Z_]+\b)|(?:(?:^|[;&|`]|\$\(|\brun:|(?:^|[\s;&|])\()[ \t]*env[ \t]*(?=\||>|\))|(?:[;&|`]|\$\()[ \t]*env[ \t]*$)|os\.environ\.items\(|(?<!env\s{0,3}=\s{0,3})dict\(os\.environ|(?:json\.dumps?|\bstr|\brepr)\(\s*(?:dict\()?os\.environ(?!\s*[.[])|JSON\.stringify\(\s*process\.env\s*[),]|Object\.(?:entries|assign)\((?:\{\},\s*)?process\.env|(?:\bcat|open\(|readFile(?:Sync)?\(|<|@|\bgist\s+create\b[^\n]{0,60})\s*["']?[\w/~$.]{0,40}(?<!\w)\.env(?:\.(?:local|production))?\b(?![.\w])|\/meta-data\/iam\/security-credentials|metadata\.google\.internal[^\n]{0,80}\/token\b|\.ssh\\id_(?![\w-]*\.pub)\w|\bgpg2?\b[^\n]{0,40}--export-secret-(?:sub)?keys|\bbrowser_?cookie3?\.\w|\bsecurity\s+find-(?:generic|internet)-password\s[^\n]{0,60}-\w*g|(?:\bfind\s+["']?(?:~|\$HOME|\/(?:home|Users|root)?\b)|glob\([^\n]{0,40}~|(?:home|Home)(?:dir)?\(\)[^\n]{0,40}r?glob\()[^\n]{0,100}(?:\.env\b|id_rsa|\*\.pem|\.pem\b|\bcredentials\b)|\bos\.walk\([^\n]{0,60}(?:~|home)[^]{0,200}?["'](?:\.env|id_rsa|\.npmrc|\.netrc)["']|\btar\s[^\n]{0,40}(?:~|\$HOME)\/\.(?:config|ssh|aws)(?=\s|$|["'|])/gm

/** Words of which `SECRETS` always contains one. */
export const SECRET_WORDS: readonly string[] =
  "ssh aws env gpg browser_cookie3 find glob rglob walk tar solana ethereum electrum exodus gnupg kube pgpass vault cargo proc gcloud netrc npmrc pypirc docker git bash_history zsh_history login cookies local cookies sqlite logins key4 kubectl getenv keychain keychains security wallet shadow gh printenv os process meta metadata".split(
    " ",
  )

/** Ways to send data out. */
export const SENDS =
  /\bcurl\b[^\n]{0,240}?(?:[\s"']-[a-zA-Z]*[dFT]\b|\s--data\S*|\s--form\b|\s--upload-file|\s-X\s*P(?:OST|UT)|\s--json)|\bwget\b[^\n]{0,200}?--(?:post|body)|\b(?:requests|httpx|session)\.(?:post|put)\(|urlopen\([^\n]{0,160}\bdata\s*=|\bRequest\([^\n]{0,200}\bdata\s*=|\bfetch\([^]{0,200}?method:\s*['"]P(?:OST|UT)|\baxios\.(?:post|put)\(|\bhttps?\.request\(|\bnc\s+(?:-\w+\s+){0,3}[\w.-]+\s+\d{2,5}|\/dev\/tcp\/|Invoke-(?:WebRequest|RestMethod)[^\n]{0,160}-Method\s+P|\bcreate_connection\(|\bsendBeacon\(|\bgh\s+gist\s+create\b[^\n]{0,120}(?:\s~\/\.|\s(?:\.\/)?\.env\b)|\b(?:aws\s+s3\s+(?:cp|mv|sync)|gsutil\s+(?:-m\s+)?(?:cp|mv|rsync)|gcloud\s+storage\s+cp|rclone\s+(?:copy|sync|move)\w*|az\s+storage\s+blob\s+upload)\s[^\n]{0,20}(?:~|\$HOME)\/\.(?:aws|ssh|kube|gnupg|config|netrc|npmrc|docker)|\bgh\s+(?:gist\s+create|(?:issue|pr)\s+(?:create|comment))\b[^\n]{0,160}(?:\$\(\s*(?:(?:cat|base64)\s[^)\n]{0,60}(?:~\/\.|(?<!\w)\.env\b)|env\s*\)|printenv\s*\))|\s~\/\.)|\bscp\s[^\n]{0,80}:|\brsync\s[^\n]{0,160}\s[\w.-]{1,40}@[\w.-]{1,80}:|smtplib|\bgit\s+push\s+(?:-\w+\s+){0,3}(?!-|origin\b)\w|\b(?:gethostbyname|getaddrinfo)\(\s*(?:f["']|["'][^"'\n]{0,80}["']\s*(?:%|\.format)|\w{1,40}\s*\+)|\bdns\w{0,10}\.(?:lookup|resolve\w{0,4})\(\s*`[^`\n]{0,80}\$\{|\bnslookup\s+[^\n]{0,40}\$|\bdig\s+[^\n]{0,40}\$\(|\bHTTPS?Connection\(|\bNet::HTTP\.(?:post|put)|\bhttp\.(?:Post|PostForm|NewRequest)\(|\bhttp\.post\(|\.post\(\s*["']https?:|\bcurl\b[^\n]{0,200}https?:\/\/[^\s"']{1,160}(?:\$\(|\{\}|`|=\$)|\b(?:ureq|reqwest|attohttpc|minreq)::\w{0,20}(?:::\w{1,20}\(\))?\w{0,10}\(|\bsurf::post\(|CURLOPT_POSTFIELDS|\bHTTP::Tiny\b|\bLWP::UserAgent\b|\.(?:UploadString|UploadData|UploadFile|PostAsync|PutAsync)\(|\.httpBody\s*=|\bBodyPublishers\.of|\bMultipartFormDataContent\b|\.storbinary\(|\.upload_(?:file|fileobj)\(|\.put_object\(|\bsftp\.put\(|\bgh\s+api\b[^\n]{0,120}\$\(\s*(?:cat|base64)\s[^)\n]{0,60}~\/\.|\bftp:\/\/[^\n]{0,80}--user\b/g

/** Ways to get something from the network. */
export const FETCHES =
  /\b(?:curl|wget|aria2c)\b|\brequests\.get\(|\burlopen\(|\burlretrieve\(|\bhttpx\.get\(|\bfetch\(|\baxios\.get\(|\bhttps?\.get\(|\bInvoke-WebRequest\b|\biwr\b|\birm\b|DownloadString|DownloadFile/g

export const SHELL = String.raw`(?:sudo\s+(?:-\S+\s+)*)?(?:/\S{1,30}/)?(?:ba|z|da|k|fi)?sh\b`
export const CHECKSUM =
  /\b(?:sha(?:1|256|512)sum|shasum|md5sum)\b[^\n]{0,80}(?:-c\b|--check)|gpg\s+--verify|cosign\s+verify|minisign\s+-V/

/** Well-known installers: worth checking, but not surprising. */
export const KNOWN_INSTALLER =
  /(?:(?:https?|ftp):\/\/|\s)(?:sh\.rustup\.rs|dl\.k8s\.io|storage\.googleapis\.com|releases\.hashicorp\.com|go\.dev|nodejs\.org|download\.docker\.com|awscli\.amazonaws\.com|community\.chocolatey\.org|get\.scoop\.sh|repo\.anaconda\.com|ftp\.ncbi\.nlm\.nih\.gov|fluxcd\.io|run\.linkerd\.io|neon\.(?:tech|com)|code-server\.dev|antigravity\.google|install\.pi-hole\.net|istio\.io|get\.jetify\.com|github\.com\/conda-forge\/miniforge|dl\.google\.com|cli\.github\.com|get\.docker\.com|bun\.sh|deno\.land|astral\.sh|install\.python-poetry\.org|raw\.githubusercontent\.com\/(?:nvm-sh|Homebrew|ohmyzsh|helm|rust-lang|k3d-io)\/|brew\.sh|deb\.nodesource\.com|rpm\.nodesource\.com|rclone\.org|fly\.io|claude\.ai|get\.k3s\.io|install\.determinate\.systems|nixos\.org|get\.pnpm\.io|get\.volta\.sh|starship\.rs|mise\.run|(?:www\.)?ollama\.(?:com|ai)|tailscale\.com|foundry\.paradigm\.xyz|sdk\.cloud\.google\.com|get\.pulumi\.com|cursor\.com|opencode\.ai|release\.solana\.com|cli\.github\.com|aka\.ms|packages\.microsoft\.com|install\.duckdb\.org|get\.helm\.sh|raw\.githubusercontent\.com\/anchore\/|fnm\.vercel\.app|pyenv\.run|get\.sdkman\.io|sh\.soldeer|cursor\.sh|vercel\.com|railway\.app|cli\.doppler\.com)/i

/** Whether two patterns match near each other, and where the first one matches. */
export function findNearby(
  text: string,
  [one, other]: readonly [RegExp, RegExp],
  distance: number,
): number | undefined {
  const others = [...text.matchAll(other)].slice(0, 50)
  if (others.length === 0) return undefined
  for (const match of text.matchAll(one)) {
    const end = match.index + match[0].length
    const isNear = others.some(
      (found) => found.index - end <= distance && match.index - (found.index + found[0].length) <= distance,
    )
    if (isNear) return match.index
  }
  return undefined
}
