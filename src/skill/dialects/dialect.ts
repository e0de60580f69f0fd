/**
 * The ways in which agents read a header, by what they do with one that is not plain. strict-yaml: YAML, with a few
 * values quoted and read again when that fails. front-matter: YAML between loosely matched fences, with values that hold a
 * colon read again. line-by-line: YAML, and where that gives no texts, the lines themselves.
 */
export type Dialect = "strict-yaml" | "front-matter" | "line-by-line"

/** The two fields that every agent reads, exactly as its reader gives them; or why it drops the file. */
export type DialectReading =
  | { readonly name?: string | undefined; readonly description?: string | undefined; readonly dropped?: undefined }
  | { readonly dropped: string }

/** What each dialect makes of a file, where that is not what our own reader gives. */
export type DialectReadings = Readonly<Partial<Record<Dialect, DialectReading>>>
