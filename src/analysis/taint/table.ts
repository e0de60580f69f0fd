import type { Harm } from "./harm.ts"
import type { Trust } from "./value.ts"

/** Everything the analysis knows about one framework or library. Each row has an example, which is its test. */
export interface Table {
  readonly name: string
  readonly language: "python" | "script"
  readonly marks?: readonly Mark[]
  readonly inputs?: readonly InputRow[]
  readonly handlers?: readonly HandlerRow[]
  readonly types?: readonly TypeRow[]
  /** What the object of a class is, by the name of a base. */
  readonly selves?: readonly { readonly ofClass: RegExp; readonly path: string }[]
  readonly passes?: readonly PassRow[]
  readonly guards?: readonly GuardRow[]
  readonly sinks?: readonly SinkRow[]
}

/**
 * What is written where a row can apply. A file without the mark of an input is not analysed for it; a function without
 * any mark is run only when another function calls it.
 */
export interface Mark {
  /** Whose input is read there; `sink` where a value from around the function can do harm. */
  readonly of: Trust | "sink"
  readonly written: RegExp
  /** It is too common to be a reason for looking at who imports the file. */
  readonly isCommon?: boolean
}

/** Reading one of these paths reads input; `()` at the end of a path is its call. */
export interface InputRow {
  readonly paths: readonly string[]
  readonly trust: Trust
  /** Members that are no input: the server names them itself. */
  readonly except?: RegExp
  /** Harms it does not do: a page's own address sends nobody else's server anywhere. */
  readonly spares?: readonly Harm[]
  /** Code in which input reaches a sink. */
  readonly example: string
}

/** Functions that a framework calls with input. */
export interface HandlerRow {
  /** The last part of the function that is given the handler, or of its decorator. */
  readonly registrars?: RegExp
  /** What the receiver of the registrar is called or is. */
  readonly on?: RegExp
  /** What the first argument of the registrar must be. */
  readonly events?: RegExp
  /** What must be written in the decorator, or in the file. */
  readonly written?: RegExp
  readonly inFile?: RegExp
  /** The base class of the class it is a method of; `named` says which methods. */
  readonly ofClass?: RegExp
  /** The handler's own name, where it is exported. */
  readonly named?: RegExp
  /** The names of its first parameters, in order, where these alone show it. */
  readonly params?: readonly RegExp[]
  /** Where it is a method: what one of the bases of its class, or the method itself, must be called. */
  readonly asMethod?: RegExp
  /** What the first parameter, which is taken apart, must hold. */
  readonly takes?: RegExp
  /** What must be written in it. */
  readonly uses?: RegExp
  /** What each parameter is: a path that inputs are read from, or `input`. The last one is for all further ones. */
  readonly gives: readonly string[]
  /** A handler's return value is a page. */
  readonly returns?: Harm
  /** What the known text of the return value must look like. */
  readonly returnsText?: RegExp
  readonly answers?: readonly Answer[]
  readonly example: string
}

/** A part of what a handler gives back in which input does harm, by its path in small letters. */
export interface Answer extends Pick<SinkRow, "harm" | "unlessHead"> {
  readonly at: string
  /** Only where the text of another part is so. */
  readonly where?: { readonly at: string; readonly is: RegExp }
}

/** A parameter of this type is what is read from this path. */
export interface TypeRow {
  readonly type: RegExp
  readonly path: string
  readonly example: string
}

/** What a call gives back. */
export interface PassRow {
  /** Full paths of functions. */
  readonly calls?: readonly string[]
  /** Names of methods, whatever they are called on. */
  readonly methods?: readonly string[]
  /** Only with these arguments, by name. */
  readonly where?: Readonly<Record<string, boolean | string | number | null>>
  /** Harms the result cannot do any more. */
  readonly cleans?: readonly Harm[] | "all"
  /** Harms the result can do again, whatever was checked or escaped before. */
  readonly opens?: readonly Harm[] | "all"
  /** The result comes from what the method is called on alone. */
  readonly ofObject?: boolean
  /** The result is a part: what is shown about it is not shown about the whole. */
  readonly isPart?: boolean
  /** The result has `..` resolved. */
  readonly resolves?: boolean
  /** The path of the result, for what is known only by where it was made. */
  readonly gives?: string
  /** Code in which input reaches a sink through it or, where it cleans, does not. */
  readonly example: string
}

/** A condition that holds only for harmless values. */
export interface GuardRow {
  readonly calls?: readonly string[]
  readonly methods?: readonly string[]
  /** By name, for functions nobody has looked into. */
  readonly named?: RegExp
  /** What the outcome must be; true by default. */
  readonly when?: boolean
  /** Applies only if the argument is one of these texts. */
  readonly text?: RegExp
  readonly cleans: readonly Harm[] | "all"
  /** Code in which the guard keeps input from the sink. */
  readonly example: string
}

/** Where input does harm. */
export interface SinkRow {
  readonly harm: Harm
  /** Full paths of functions. */
  readonly calls?: readonly string[]
  /** Names of methods. */
  readonly methods?: readonly string[]
  /** What the receiver of such a method must be called or be. */
  readonly on?: RegExp
  /** Members that are written to, as `innerHTML`, or paths, as `document.cookie`. */
  readonly writes?: readonly string[]
  /** Which arguments: places or names; all of them where missing. */
  readonly args?: readonly (number | string)[]
  /** Arguments that must be there with this value, as `shell: true`. */
  readonly where?: Readonly<Record<string, boolean | string | number | null | RegExp>>
  /** With one of these arguments it is harmless. */
  readonly unless?: Readonly<Record<string, boolean | string | number | null | RegExp>>
  /** What the known text of the argument must look like. */
  readonly text?: RegExp | undefined
  /** A known beginning with which it is harmless. */
  readonly unlessHead?: RegExp
  /** What is known by this path is harmless. */
  readonly unlessPath?: string
  /** The file is only read, unless the mode says otherwise: what an archive names may be read. */
  readonly isRead?: boolean
  /** It only tells whether a file is there: worth a word, but not to everybody. */
  readonly isGlance?: boolean
  /** A list of arguments is harmless. */
  readonly isText?: boolean
  /** Only a text that was put together counts, not a value that is passed on as it is. */
  readonly built?: boolean
  /**
   * The caller's parameter counts as input here, in a function that a library exports: always, only in a text that was
   * put together, or only where the known text around it looks so.
   */
  readonly forCallers?: "always" | "built" | RegExp
  readonly example: string
}
