import { defineProgram, type ProgramRow, defineToolProgram } from "./program-entry.ts"

/** A filter of ffmpeg that reads and writes no files, with its values; a comma in a value is escaped or in quotes. */
const FILTER_NAMES =
  "scale|crop|fps|transpose|hflip|vflip|pad|trim|setpts|setsar|setdar|format|volume|atempo|loudnorm|afade|fade|rotate|deinterlace|yadif|unsharp|boxblur|eq|hue|thumbnail|tile|reverse|areverse|concat|showinfo|null|anull|silencedetect|blackdetect|palettegen|paletteuse|split|select|aresample|asetrate|highpass|lowpass"
const FILTER_VALUE = String.raw`(?:[\w.:+*\-/()<>| ]|\\.|'[\w.:+*\-/()<>\\,| ]*')*`
const FILTER = `(?:${FILTER_NAMES})(?:=${FILTER_VALUE})?`

/** Clients of services, and programs for documents, images and certificates. */
export const servicePrograms: readonly ProgramRow[] = [
  defineToolProgram(
    "terraform plan|terraform validate|terraform show|terraform output|terraform version|terraform providers|terraform state list|terraform state show|terraform workspace list|terraform workspace show|terraform graph|tofu plan|tofu validate|tofu show|tofu output|tofu version",
    {
      style: "words",
      takes: "argument*",
      kinds: { argument: "-var-file -state", code: "-chdir" },
      writes: "-out= -generate-config-out=",
      long: "json no-color raw var= input= lock= refresh= refresh-only destroy detailed-exitcode compact-warnings check diff recursive list write= parallelism= target= concise",
    },
    { network: true },
  ),
  defineToolProgram(
    "terraform init|tofu init",
    {
      style: "words",
      long: "json no-color backend= input= get= upgrade reconfigure lock= lock-timeout= lockfile=",
      runs: "-from-module= -plugin-dir= -backend-config=",
      takes: "argument",
    },
    { network: true, named: true },
  ),
  defineToolProgram("terraform fmt|tofu fmt", {
    style: "words",
    long: "check diff recursive list= write= no-color",
    takes: "write*",
  }),
  defineToolProgram(
    "aws s3 ls|aws logs tail|aws logs describe-log-groups|aws help",
    {
      long: "profile= region= recursive human-readable summarize since= follow format= filter-pattern= log-stream-names= no-cli-pager",
      takes: "text*",
    },
    { network: true },
  ),
  defineToolProgram(
    "aws",
    {
      takes: "service verb",
      long: `profile= region= output= query= max-items= page-size= starting-token= no-paginate no-cli-pager recursive human-readable
        summarize color= debug no-verify-ssl no-sign-request cli-read-timeout= cli-connect-timeout= dryrun exclude= include=
        instance-ids= filters= names= name= bucket= prefix= key= stack-name= function-name= log-group-name= log-stream-name=
        start-time= end-time= limit= filter-pattern= cluster= services= tasks= table-name= user-name= role-name= group-name=
        secret-id= repository-name= db-instance-identifier= queue-url= topic-arn= metric-name= period= statistics=
        dimensions= hosted-zone-id= since= follow format= load-balancer-arns= target-group-arn= auto-scaling-group-names=`,
    },
    {
      network: true,
      like: {
        service: /^(?!configure$|sso$|login$|logout$)[a-z][\w-]*$/,
        verb: /^(?:describe|list|get|batch-get|lookup|search|scan|query|head|filter|validate|estimate|preview|check|detect|wait|help|admin-get|admin-list|view|test|select)(?:-[\w-]+)?$/,
      },
      never: {
        text: /^(?:configure|ssm\nstart-session|ecs\nexecute-command|invoke|get-secret-value|batch-get-secret-value|get-login-password|get-login|get-session-token|get-authorization-token|get-federation-token|assume-role\S*|cp|mv|rm|sync|publish|deploy|package|login|logout|mb|rb|presign|website|.*(?:create|delete|put|update|run|start|execute|terminate|stop|reboot|hibernate|modify|attach|detach|associate|disassociate|authorize|revoke|send|register|deregister|add|remove|set|enable|disable|restore|copy|import|export|reset|cancel|publish|tag|untag|purge|change|replace|release|allocate|accept|reject|promote|failover|rotate|assign|unassign|subscribe|unsubscribe|apply|activate|deactivate|upload|write|transact|schedule|resume|suspend|rollback|continue|retry|merge|provision|request|respond|complete|signal|initiate|abort|move|invite|leave|grant|retire)-.*)$|^--(?:output|query)[=\n]\S*\/|(?:^|=)fileb?:\/\//m,
        why: "changes, runs or sends something, or prints a secret: only a rule that spells it out can allow it",
      },
    },
  ),
  defineToolProgram(
    "gcloud config list|gcloud config get-value|gcloud config get|gcloud projects list|gcloud projects describe|gcloud auth list|gcloud info|gcloud version|gcloud compute instances|gcloud container clusters|gcloud run services|gcloud functions list|gcloud logging read|gcloud services list|gcloud sql instances",
    {
      long: "project= format= filter= limit= region= zone= sort-by= page-size= uri freshness= order= account= enabled available",
      takes: "text*",
    },
    {
      network: true,
      never: {
        text: /^(?:(?:create|delete|update|add|remove|set|start|stop|reset|suspend|resume|restart|move|attach|detach|clone|failover|promote|simulate|bulk|ssh|scp|deploy|patch|replace|import|export|upgrade|resize|rotate)(?:-.*)?|get-credentials|.*-.*-with-.*)$|^--format[=\n]\S*\//m,
        why: "changes or runs something: only a rule that spells it out can allow it",
      },
    },
  ),
  defineToolProgram(
    "az account show|az account list|az group list|az group show|az vm list|az vm show|az aks list|az aks show|az webapp list|az webapp show|az resource list|az version|az acr list|az storage account list|az functionapp list",
    {
      valued: "gno",
      long: "name= resource-group= output= query= subscription= all only-show-errors show-details",
    },
    {
      network: true,
      never: {
        text: /^(?:--output|-o)[=\n]\S*[./]|(?:^|=|^-\w)@\S/m,
        why: "takes a value or its output format from a file: only a rule that spells it out can allow it",
      },
    },
  ),
  defineProgram(
    "openssl x509|openssl dgst|openssl sha256|openssl sha1|openssl md5|openssl version|openssl rand|openssl verify|openssl req|openssl crl|openssl pkey|openssl rsa|openssl ec|openssl asn1parse|openssl ciphers|openssl pkcs12|openssl list|openssl passwd|openssl prime|openssl base64|openssl s_client",
    {
      style: "words",
      long: `in= inform= noout text dates subject issuer serial fingerprint modulus pubkey purpose enddate startdate checkend= ext=
        email ocsp_uri hash subject_hash issuer_hash nameopt= certopt= sha1 sha256 sha384 sha512 md5 connect= servername= showcerts
        brief tls1 tls1_1 tls1_2 tls1_3 status verify= verify_return_error alpn= starttls= quiet state 4 6 ign_eof
        hex base64 binary r c a v d e p f b o CAfile= CApath= untrusted= partial_chain show_chain pubin check info nokeys nocerts
        nodes clcerts cacerts commands salt= 1 5 6 apr1 bits= generate digest-algorithms cipher-algorithms help hmac=
        untrusted= x509_strict crl_check`,
      writes: "-out= -keyout= -writerand= -CAserial= -keylogfile= -sess_out= -msgfile=",
      runs: "-config= -engine= -provider= -provider-path= -extfile= -rand=",
      takes: "read*",
    },
    { network: true },
  ),
  defineProgram(
    "nc|netcat|ncat",
    { flags: "46zvnuhl", valued: "wpis", long: "help version", takes: "address text*" },
    { network: true },
  ),
  defineProgram(
    "sendmail|msmtp|ssmtp",
    { flags: "tiv", valued: "f", takes: "text*" },
    { network: true, sendsInput: true },
  ),
  defineProgram("nmap", {
    takes: "address*",
    style: "words",
    long: "sV sS sT sU sn sP sL Pn F O A n R v vv d p= T0 T1 T2 T3 T4 T5 6 open reason -open -reason -top-ports= -version -help h V -max-retries= -host-timeout= -traceroute",
  }),
  defineProgram(
    "ffprobe|ffmpeg|ffplay",
    {
      style: "words",
      long: `v= loglevel= hide_banner show_format show_streams show_entries= of= print_format= select_streams= show_chapters i= y n
      c= c:v= c:a= c:s= codec= vcodec= acodec= b:v= b:a= r= s= ss= to= t= crf= preset= pix_fmt= ar= ac= an vn sn vframes= frames:v=
      q:v= q:a= qscale:v= map= movflags= aspect= threads= shortest loop= stream_loop= framerate=
      nostdin stats nostats version formats codecs encoders decoders filters pix_fmts`,
      kinds: { media: "-f", filter: "-vf -af -filter:v -filter:a", read: "-i" },
      takes: "write*",
    },
    {
      like: {
        media:
          /^(?:null|mp4|mp3|wav|flac|ogg|webm|mov|matroska|avi|gif|image2|rawvideo|s16le|adts|ipod|m4a|aac|opus|json)$/,
        filter: new RegExp(`^${FILTER}(?:[,;]${FILTER})*[,;]?$`),
      },
      never: {
        text: /^(?:concat|subfile|async|crypto|data|pipe|fd|tee|http|https|ftp|rtmp|unix|udp|tcp|srt|gopher|libssh|sftp|smb|ipfs|md5|file|cache|hls\+?\w*):|movie=|textfile=|script|sendcmd|ladspa|lv2|frei0r|python|\bfile(?:name)?=|^(?:tee|concat|lavfi)$/im,
        why: "may read, write or run more than the files it is given",
      },
    },
  ),
  defineProgram(
    "identify|convert|magick|mogrify|montage|composite|compare",
    {
      style: "words",
      long: `verbose ping format= resize= thumbnail= crop= rotate= quality= strip auto-orient flip flop colorspace= depth= density=
      background= fill= gravity= extent= trim repage append border= bordercolor= blur= sharpen= negate normalize monochrome
      grayscale= alpha= flatten layers= geometry= tile= compress= type= units= scale= sample= gamma= contrast brightness-contrast=
      modulate= metric= version help quiet transparent= fuzz= opaque= size= interlace= sampling-factor=`,
      takes: "write*",
    },
    {
      never: {
        text: /^\+?[A-Za-z][\w+-]*:|^[@|]|@\S|\.(?:msl|mvg|mgk|svgz?|e?ps[fi23]?|pdf|ai|xps|pcl|url|txt|scr|mat|show|x|win)(?:\[.*)?$/im,
        why: "may read, write or run more than the files it is given",
      },
    },
  ),
  defineProgram(
    "pandoc",
    {
      flags: "sNvhp",
      valued: "ftrwVMT",
      long: `standalone from= to= read= write= toc table-of-contents toc-depth= number-sections wrap= columns= metadata= variable= title-prefix=
      preserve-tabs tab-stop= shift-heading-level-by= markdown-headings= reference-links strip-comments list-input-formats
      list-output-formats list-extensions= list-highlight-languages highlight-style= mathjax katex ascii version help quiet verbose
      fail-if-warnings section-divs top-level-division= track-changes= email-obfuscation= eol= dpi= no-highlight`,
      writes: "-o= --output= --extract-media= --log=",
      runs: "-F= --filter= -L= --lua-filter= --pdf-engine= -d= --defaults= --data-dir= --template= -c= --css= -H= -A= -B=",
      takes: "read*",
    },
    {
      network: true,
      never: {
        text: /\.lua|\.theme|^(?:-[ftrw]|--(?:from|to|read|write))[=\n]?\S*[/.]/m,
        why: "runs a custom script for this format",
      },
    },
  ),
  defineProgram("pdftotext|pdfinfo|pdfimages|pdftoppm|pdffonts|pdfseparate|pdftocairo|pdftohtml", {
    takes: "read write",
    style: "words",
    long: `layout raw nopgbrk f= l= r= x= y= W= H= png jpeg jpg tiff svg list j all enc= eol= bbox bbox-layout htmlmeta q v h meta
      box isodates singlefile gray mono scale-to= scale-to-x= scale-to-y= c s i noframes xml stdout -help -version table fixed= simple`,
  }),
  defineProgram("pdfunite", { style: "words", long: "v h -help -version", takes: "read* write" }),
  defineProgram("qpdf", {
    takes: "read write",
    long: "check show-npages show-pages show-object= json version help is-encrypted requires-password linearize pages rotate= split-pages empty warning-exit-0 no-warn",
  }),
]
