/**
 * The ways in which agents read a header, by what they do with one that is not plain. strict-yaml: YAML, with a few
 * values quoted and read again when that fails. front-matter: YAML between loosely matched fences, with values that hold a
 * colon read again. line-by-line: YAML, and where that gives no texts, the lines themselves. quoted-yaml: YAML, with values
 * quoted when it fails, and no header at all when that fails too.
 */
export type Dialect = "strict-yaml" | "front-matter" | "line-by-line" | "quoted-yaml"

/** The two fields that every agent reads, exactly as its reader gives them; or why it drops the file. */
export type DialectReading =
  | {
      readonly name?: string | undefined
      readonly description?: string | undefined
      /** How what it takes for the body begins, where it may stand for a description. */
      readonly opening?: string
      /** Nothing of the header reached it. */
      readonly isHeadless?: true
      readonly dropped?: undefined
    }
  | { readonly dropped: string }

/** What each dialect makes of a file, where that is not what our own reader gives. */
export type DialectReadings = Readonly<Partial<Record<Dialect, DialectReading>>>
