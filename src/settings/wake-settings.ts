/** Which skill a task gets by its words, and which skills belong together. */
export interface WakeSettings {
  readonly rules: ChangedTable<RuleSetting>
  /** By skill. */
  readonly chain: ChangedTable<ChainSetting>
  /** Skills that apply in addition to every skill of the chain; undefined: those that come with Skillet. */
  readonly checklists?: readonly string[] | undefined
}

/** A table that comes with Skillet, as settings change it. */
export interface ChangedTable<Row> {
  /** Whether the rows that come with Skillet count. */
  readonly builtIn: boolean
  /** Added rows, and those that replace or switch off a row of the same name. */
  readonly rows: Readonly<Record<string, Row | "off">>
}

export interface RuleSetting {
  readonly skill: string
  /** `*` fits every task. */
  readonly words: readonly string[] | "*"
  readonly when: "asked" | "mentioned"
  readonly priority: number
}

export interface ChainSetting {
  readonly next: readonly string[]
  readonly calls: readonly string[]
}

/** What one settings file says about it. */
export interface WakeLayer {
  readonly builtIn?: boolean | undefined
  /** `off`: no rule of any kind counts, except those of later layers. */
  readonly rules?: "off" | Readonly<Record<string, RuleSetting | "off">> | undefined
  readonly chain?: "off" | Readonly<Record<string, ChainSetting | "off">> | undefined
  readonly checklists?: readonly string[] | undefined
}

export const noWakeSettings: WakeSettings = {
  rules: { builtIn: true, rows: {} },
  chain: { builtIn: true, rows: {} },
}

/** Later layers win over earlier ones, row by row. */
export function layerWake(below: WakeSettings, layer: WakeLayer): WakeSettings {
  return {
    rules: layerTable(below.rules, layer.rules, layer.builtIn),
    chain: layerTable(below.chain, layer.chain, layer.builtIn),
    checklists: layer.checklists ?? (layer.builtIn === false ? (below.checklists ?? []) : below.checklists),
  }
}

function layerTable<Row>(
  below: ChangedTable<Row>,
  rows: "off" | ChangedTable<Row>["rows"] = {},
  builtIn: boolean = below.builtIn,
): ChangedTable<Row> {
  return rows === "off" ? { builtIn: false, rows: {} } : { builtIn, rows: { ...below.rows, ...rows } }
}
