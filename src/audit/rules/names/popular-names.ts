/**
 * Names that people mean when they mistype. A name that is listed is never taken for an imitation of another one, so
 * real packages that are one letter away from a popular one are listed too.
 */

export const npmNames: ReadonlySet<string> = words(`
  react react-dom react-native react-router react-router-dom react-redux preact redux vue vuex vue-router svelte angular
  next nuxt next-auth gatsby remix astro vite vitest webpack webpack-cli rollup esbuild parcel turbo lerna nx tsup tsdown
  typescript ts-node tsx babel babel-cli babel-core babel-loader babel-eslint eslint prettier stylelint biome husky lint-staged
  lodash lodash-es underscore ramda immer immutable rxjs moment moment-timezone dayjs date-fns luxon
  express express-session express-validator koa koa-router fastify hapi nest nestjs connect body-parser cookie-parser cors helmet
  morgan multer passport jsonwebtoken bcrypt bcryptjs argon2 nodemailer socket.io socket.io-client ws
  axios node-fetch cross-fetch isomorphic-fetch got ky superagent supertest request request-promise undici needle reqwest
  chalk colors colord colorette kleur picocolors ansi-colors ansi-styles ansi-regex strip-ansi supports-color figlet ora inquirer prompts enquirer commander yargs
  yargs-parser minimist meow cac dotenv dotenv-expand cross-env cross-spawn execa shelljs rimraf mkdirp glob globby fast-glob
  minimatch micromatch chokidar nodemon pm2 concurrently fs-extra graceful-fs del cpy uuid nanoid shortid semver debug
  winston pino bunyan log4js async bluebird p-limit p-queue event-stream through2 readable-stream concat-stream
  mocha chai jest sinon ava tape karma jasmine cypress playwright playwright-core puppeteer puppeteer-core selenium-webdriver jsdom cheerio nightmare
  mongoose mongodb mysql mysql2 pg redis ioredis sqlite3 better-sqlite3 sequelize typeorm prisma knex drizzle-orm
  aws-sdk firebase firebase-admin firebase-tools stripe twilio openai anthropic langchain ethers web3 discord.js telegraf
  tailwindcss postcss autoprefixer sass less styled-components bootstrap jquery three chart.js d3 echarts leaflet gsap
  zod joi yup ajv validator class-validator handlebars mustache ejs pug nunjucks marked markdown-it remark rehype
  js-yaml yaml toml ini xml2js fast-xml-parser csv-parse papaparse sharp jimp canvas pdfkit pdf-lib pdf-parse docx mammoth xlsx exceljs
  electron electron-builder serve http-server live-server json-server pnpm npm yarn bun verdaccio mermaid
  graphql apollo-server apollo-client urql msw nock tslib core-js regenerator-runtime zustand jotai mobx
  classnames clsx prop-types framer-motion lucide-react formik react-hook-form swr lottie-web swiper hls.js video.js
  vscode wrangler vercel netlify-cli serverless create-react-app create-next-app create-vite expo eas-cli gulp grunt bower
  prism swagger-ui swagger-ui-express newman storybook ffmpeg-static fluent-ffmpeg archiver unzipper tar adm-zip jszip
  ajv-formats escodes acorn espree esprima esquery estraverse recast jscodeshift terser uglify-js cssnano
  polished plotly.js paper phaser pixi.js tone howler matter-js cannon-es react-three-fiber
  ansicolors ansistyles bowser color css-parse csv-parser pdf-parser graphiql jsdoc mssql prompt xml-js canvg mochi types
  remark-cli remarkable rehype-raw unified vfile cspell markdownlint markdownlint-cli remeda lit lit-html
`)

/** Without the sign in front of them. */
export const npmScopes: ReadonlySet<string> = words(`
  modelcontextprotocol anthropic-ai openai google google-cloud googleapis microsoft azure aws-sdk babel types angular vue
  nestjs playwright typescript-eslint octokit actions sentry stripe supabase vercel cloudflare prisma tanstack reduxjs
  testing-library emotion radix-ui storybook svgr rollup vitejs langchain upstash firebase apollo graphql-tools eslint biomejs
  hapi fastify solana ethersproject metamask shopify slack discordjs notionhq figma atlassian github gitlab npmcli
  expo react-native react-navigation remix-run sveltejs astrojs nuxt mui chakra-ui headlessui heroicons tailwindcss mermaid-js
`)

export const pipNames: ReadonlySet<string> = words(`
  requests request urllib3 httpx aiohttp httplib2 certifi idna charset-normalizer chardet
  numpy numba scipy sympy pandas polars pyarrow dask xarray matplotlib seaborn plotly bokeh altair
  scikit-learn scikit-image statsmodels xgboost lightgbm catboost torch torchvision torchaudio tensorflow keras jax transformers
  tokenizers datasets diffusers accelerate huggingface-hub sentence-transformers nltk spacy gensim openai anthropic langchain
  langchain-core langchain-openai langgraph llama-index tiktoken litellm chromadb faiss-cpu faiss-gpu pinecone qdrant-client weaviate-client
  flask django fastapi starlette uvicorn gunicorn tornado sanic bottle jinja2 markupsafe werkzeug itsdangerous click typer rich textual
  djangorestframework flask-cors flask-login flask-sqlalchemy sqlalchemy alembic psycopg2 psycopg2-binary psycopg pymysql mysqlclient pymongo redis celery kombu
  boto boto3 botocore awscli s3transfer google-cloud-storage google-auth google-api-python-client azure-identity azure-storage-blob
  beautifulsoup4 bs4 lxml html5lib scrapy selenium playwright pyppeteer mechanize feedparser readability-lxml trafilatura
  pillow opencv-python opencv-python-headless imageio moviepy pydub ffmpeg-python pytesseract easyocr
  pyyaml pyaml toml tomli tomlkit ruamel.yaml python-dotenv python-dateutil pytz tzdata arrow pendulum
  pytest pytest-cov pytest-asyncio pytest-mock tox nox coverage hypothesis mock black ruff flake8 pylint mypy isort bandit pre-commit
  setuptools wheel pip pipenv poetry virtualenv twine build hatch hatchling uv pipx packaging
  pydantic pydantic-settings attrs marshmallow dataclasses-json orjson ujson simplejson jsonschema protobuf grpcio
  cryptography pycryptodome pycrypto pyopenssl paramiko fabric bcrypt passlib pyjwt python-jose colorama termcolor colorlog tqdm
  pypdf pypdf2 pdfplumber pymupdf reportlab python-docx python-pptx openpyxl xlsxwriter xlrd docx2txt markdown mistune markitdown
  web3 eth-account python-telegram-bot discord.py discord tweepy slack-sdk stripe twilio sendgrid praw yfinance ccxt
  psutil watchdog schedule apscheduler loguru structlog sentry-sdk networkx igraph shapely geopandas folium rasterio pyproj
  biopython rdkit pysam anndata scanpy gradio streamlit dash jupyter jupyterlab notebook ipython ipykernel nbformat nbconvert
  mcp fastmcp pexpect sh plumbum invoke docopt fire prompt-toolkit pygments six future typing-extensions decorator wrapt
  cachetools joblib cloudpickle dill more-itertools toolz zstandard lz4 simpy pymc arviz emcee astropy pymatgen pymoo deap
  pynput pyautogui pyperclip keyboard mss ansible jmespath netaddr scapy dnspython ldap3 pyserial pyusb cobra cobrapy
  lifelines shap umap-learn hdbscan optuna wandb mlflow ray modal neurokit2 aeon qiskit cirq pennylane qutip deepchem datamol
  pycryptodomex pymssql panda scrappy attr typed fabrics httpie
  scvi-tools scvelo squidpy cellxgene-census gget etetoolkit ete3 flowio flowkit pydicom pyhealth histolab zarr vaex
`)

export const imageNames: ReadonlySet<string> = words(`
  ubuntu debian alpine fedora centos busybox nginx httpd caddy traefik haproxy node python golang ruby rust openjdk eclipse-temurin php
  postgres mysql mariadb mongo redis memcached elasticsearch kibana logstash grafana prometheus rabbitmq kafka zookeeper registry
  docker jenkins wordpress ghost sonarqube vault consul telegraf influxdb neo4j cassandra couchdb amazonlinux archlinux gradle maven
`)

/** The part of an address that people recognise, and the domains where it is at home. */
export const hostNames: ReadonlyMap<string, readonly string[]> = new Map(
  `github github.com github.io github.dev github.blog github.community
  githubusercontent githubusercontent.com
  githubcopilot githubcopilot.com
  gitlab gitlab.com gitlab.io
  bitbucket bitbucket.org
  npmjs npmjs.com npmjs.org
  pypi pypi.org pypi.python.org
  pythonhosted pythonhosted.org
  anthropic anthropic.com
  claude claude.ai claude.com
  openai openai.com
  chatgpt chatgpt.com
  google google.com google.dev
  googleapis googleapis.com
  gstatic gstatic.com
  microsoft microsoft.com
  microsoftonline microsoftonline.com
  amazon amazon.com
  amazonaws amazonaws.com
  cloudflare cloudflare.com
  docker docker.com docker.io
  huggingface huggingface.co
  paypal paypal.com
  stripe stripe.com
  coinbase coinbase.com
  binance binance.com
  metamask metamask.io
  etherscan etherscan.io
  discord discord.com discord.gg
  discordapp discordapp.com
  telegram telegram.org
  facebook facebook.com
  linkedin linkedin.com
  dropbox dropbox.com
  atlassian atlassian.com atlassian.net
  stackoverflow stackoverflow.com
  kubernetes kubernetes.io
  hashicorp hashicorp.com
  terraform terraform.io
  jsdelivr jsdelivr.net
  supabase supabase.com supabase.co
  firebase firebase.com
  salesforce salesforce.com
  shopify shopify.com
  ubuntu ubuntu.com
  debian debian.org
  nodejs nodejs.org
  python python.org
  homebrew homebrew.com
  vercel vercel.com vercel.app
  netlify netlify.com netlify.app
  heroku heroku.com herokuapp.com
  digitalocean digitalocean.com
  mozilla mozilla.org
  wikipedia wikipedia.org
  instagram instagram.com
  whatsapp whatsapp.com
  youtube youtube.com
  notion notion.so notion.com`
    .split("\n")
    .map((line) => {
      const [name = "", ...homes] = line.trim().split(" ")
      return [name, homes] as const
    }),
)

/** Ordinary words and real sites that are one letter away from a known one. */
export const otherHosts: ReadonlySet<string> = words(`
  openapi openapis openal opena goggle googly amazing amazons discard discords striped stripes strip notions motion nation
  docket dockers rocker locker binances pythonic pythons debian-fr telegraf terraforms youtubes mozillas vercels clouds clause claud
  githubstatus githubassets githubapp githubs gitlabs gitbub python3 ubuntus firebaseio paypay paypals openaire
  instagrams notional wikimedia amazonaws-china supabases
`)

export const crateNames: ReadonlySet<string> = words(`
  serde serde_json serde_yaml tokio anyhow thiserror reqwest clap regex rand chrono hyper axum actix-web tracing
  tracing-subscriber futures bytes itertools lazy_static once_cell uuid base64 rayon crossbeam parking_lot openssl rustls
  sqlx diesel tonic prost tower bincode indexmap hashbrown libc nalgebra ndarray wasm-bindgen
`)

export const gemNames: ReadonlySet<string> = words(`
  rails rake rspec bundler nokogiri sinatra puma devise sidekiq rubocop faraday activerecord activesupport
  capistrano jekyll rspec-rails factory_bot httparty json-jwt redis mysql2 sqlite3 pry-byebug minitest dotenv
`)

export const repositoryOwners: ReadonlySet<string> = words(`
  anthropics openai microsoft google googleapis facebook meta vercel modelcontextprotocol github actions docker kubernetes hashicorp
  cloudflare supabase huggingface langchain-ai nodejs python rust-lang golang apple aws aws-samples azure stripe shopify mozilla
  gorilla sirupsen stretchr uber-go gin-gonic grpc-ecosystem
  apache elastic grafana prometheus homebrew obra trailofbits wshobson
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""))
}
