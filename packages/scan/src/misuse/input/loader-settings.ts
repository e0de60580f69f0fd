import type { MisuseRow } from "../define-misuse-rule.ts"

/** Settings with which a reader runs the code that is in what it reads. */
export const loaderSettingRows: readonly MisuseRow[] = [
  {
    language: "python",
    calls: ["ruamel.yaml.YAML", "YAML"],
    where: { typ: /^unsafe$/ },
    example: 'from ruamel.yaml import YAML\ny = YAML(typ="unsafe")\n',
    lookAlike: 'from ruamel.yaml import YAML\ny = YAML(typ="rt")\n',
  },
  {
    language: "python",
    calls: ["load", "load_all"].flatMap((name) => [`ruamel.yaml.${name}`, `ruamel_yaml.${name}`]),
    unless: { "1": /Safe|RoundTrip|Base/, Loader: /Safe|RoundTrip|Base/ },
    example: "import ruamel.yaml\nx = ruamel.yaml.load(text, Loader=ruamel.yaml.UnsafeLoader)\n",
    lookAlike: "import ruamel.yaml\nx = ruamel.yaml.load(text, Loader=ruamel.yaml.SafeLoader)\n",
  },
  {
    language: "python",
    names: /^safe_mode$/,
    is: /^false$/,
    kinds: ["keyword_argument"],
    inFile: /\bkeras\b/,
    example: "import keras\nmodel = keras.models.load_model(path, safe_mode=False)\n",
    lookAlike: "import keras\nmodel = keras.models.load_model(path, safe_mode=True)\n",
  },
  {
    language: "python",
    calls: [".enable_unsafe_deserialization"],
    example: "import keras\nkeras.config.enable_unsafe_deserialization()\n",
    lookAlike: "import keras\nkeras.config.is_safe_mode()\n",
  },
  {
    language: "python",
    names: /(?:^|\.)(?:CELERY_)?(?:task_serializer|result_serializer|accept_content|result_accept_content)$/i,
    is: /^(?:\[.*\b)?(?:pickle|application\/x-python-serialize)\b/,
    example: 'app.conf.accept_content = ["json", "pickle"]\n',
    lookAlike: 'app.conf.accept_content = ["json"]\n',
  },
]
