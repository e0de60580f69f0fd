import type { CodeLanguage, RuleFacts } from "../rule-facts.ts"
import type { Harm } from "./harm.ts"
import type { InputTrust } from "./value.ts"

/** Everything the analysis knows about one framework or library. Each row has an example, which is its test. */
export interface Table {
  readonly name: string
  readonly language: "python" | "script"
  readonly marks?: readonly Mark[]
  readonly inputs?: readonly InputRow[]
  readonly handlers?: readonly HandlerRow[]
  readonly types?: readonly TypeRow[]
  /** What an instance of a class is, by the name of its base class. */
  readonly selves?: readonly { readonly ofClass: RegExp; readonly path: string }[]
  readonly passes?: readonly PassRow[]
  readonly guards?: readonly GuardRow[]
  readonly sinks?: readonly SinkRow[]
}

/**
 * Text that occurs wherever a row can apply. A file without the mark of an input is not analysed for it; a function
 * without any mark is run only if another function calls it.
 */
export interface Mark {
  /** Whose input is read there; `sink` if a value from outside the function can do harm. */
  readonly of: InputTrust | "sink"
  readonly written: RegExp
  /** Too common to be a reason for examining the files that import this one. */
  readonly isCommon?: boolean
}

/** Reading one of these paths reads input; `()` at the end of a path means a call of it. */
export interface InputRow {
  readonly paths: readonly string[]
  readonly trust: InputTrust
  /** Members that are not input: the server itself sets them. */
  readonly except?: RegExp
  /** Harms it does not do: a page's own URL does not make another server send requests. */
  readonly spares?: readonly Harm[]
  /** With more arguments, or with an object, the call sets something and returns its receiver. */
  readonly isReadWith?: number
  /** If the first argument is known: what it must be. The server itself chooses the rest. */
  readonly keys?: RegExp
  /** Code in which input reaches a sink. */
  readonly example: string
}

/** Functions that a framework calls with input. */
export interface HandlerRow {
  /** The last part of the function that the handler is passed to, or of its decorator. */
  readonly registrars?: RegExp
  /** The name or the path of the receiver of that function. */
  readonly on?: RegExp
  /** What the first argument of that function must be. */
  readonly events?: RegExp
  /** The handler is a member with this name of an object that is passed. */
  readonly member?: RegExp
  /** What must be written in the decorator, or in the file. */
  readonly written?: RegExp
  readonly inFile?: RegExp
  /** The base class of the class that it is a method of; `named` lists the methods. */
  readonly ofClass?: RegExp
  /** The handler's own name, if it is exported. With `params`, both must fit. */
  readonly named?: RegExp
  /** The names of its first parameters, in order, if these alone show it. */
  readonly params?: readonly RegExp[]
  /** If it is a method: the required name of one of its class's bases, or of the method itself. */
  readonly asMethod?: RegExp
  /** What the first parameter, which is destructured, must contain. */
  readonly takes?: RegExp
  /** What its source must contain. */
  readonly uses?: RegExp
  /**
   * What each parameter is: a path that inputs are read from, or `input`. The last entry applies to all further ones.
   */
  readonly gives: readonly string[]
  /** Only parameters that the address in the decorator names are given anything. */
  readonly byAddress?: boolean
  /** Harms that a part of the address cannot do, as its route allows only words, unless it has such a name. */
  readonly spares?: { readonly harms: readonly Harm[]; readonly unlessNamed: RegExp }
  /** A handler's return value is a page. */
  readonly returns?: Harm
  /** What the known text of the return value must look like. */
  readonly returnsText?: RegExp
  readonly answers?: readonly AnswerSink[]
  readonly example: string
}

/** A part of a handler's return value in which input does harm, by its path in lower case. */
export interface AnswerSink extends Pick<SinkRow, "harm" | "unlessHead"> {
  readonly at: string
  /** Only if the text of another part looks like this. */
  readonly where?: { readonly at: string; readonly is: RegExp }
}

/** A parameter of this type has the value of this path. */
export interface TypeRow {
  readonly type: RegExp
  readonly path: string
  readonly example: string
}

/** The result of a call. */
export interface PassRow {
  /** Full paths of functions. */
  readonly calls?: readonly string[]
  /** Names of methods, whatever the receiver. */
  readonly methods?: readonly string[]
  /** Only with these arguments, by name; a list is compared as a text with spaces. */
  readonly where?: Readonly<Record<string, boolean | string | number | null | RegExp>>
  /** Harms that the result can no longer do. */
  readonly cleans?: readonly Harm[] | "all"
  /** Harms that the result can do again, whatever was checked or escaped before. */
  readonly opens?: readonly Harm[] | "all"
  /** The result comes only from the receiver of the call. */
  readonly ofObject?: boolean
  /** The result is a part: what is shown about it is not shown about the whole. */
  readonly isPart?: boolean
  /** Only the owner of a key can have made the result: decoding it does not make it harmful again. */
  readonly isSigned?: boolean
  /** What a caller passed, or what is not known, is then known to come from here: only such text is decoded this way. */
  readonly reads?: InputTrust
  /** The result has `..` resolved. */
  readonly resolves?: boolean
  /** The path of the result, for things that are known only by where they were created. */
  readonly gives?: string
  /** Code in which input reaches a sink through it or, if the result is harmless or resolved, does not. */
  readonly example: string
}

/** A condition that is true only for harmless values. */
export interface GuardRow {
  readonly calls?: readonly string[]
  readonly methods?: readonly string[]
  /** By name, for functions whose code was not examined. */
  readonly named?: RegExp
  /** What the outcome must be; true by default. */
  readonly when?: boolean
  /** Applies only if the argument is one of these texts. */
  readonly text?: RegExp
  readonly cleans: readonly Harm[] | "all"
  /** It checks a signature, so it also applies to parts of the input and to what is decoded from it later. */
  readonly isSigned?: boolean
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
  /** The required name or path of the receiver of such a method. */
  readonly on?: RegExp
  /** Members that are assigned, such as `innerHTML`, or paths, such as `document.cookie`. */
  readonly writes?: readonly string[]
  /** Which arguments, by position or name; if missing, all of them. */
  readonly args?: readonly (number | string)[]
  /** Arguments that must be present with this value, such as `shell: true`. */
  readonly where?: Readonly<Record<string, boolean | string | number | null | RegExp>>
  /** With one of these arguments it is harmless. */
  readonly unless?: Readonly<Record<string, boolean | string | number | null | RegExp>>
  /** What the known text of the argument must look like. */
  readonly text?: RegExp | undefined
  /** A known beginning that makes it harmless. */
  readonly unlessHead?: RegExp
  /** Input of this origin is harmless if nothing but the whole of it is used. */
  readonly unlessWhole?: RegExp
  /** A value known by this path is harmless. */
  readonly unlessPath?: string
  /** The file is only read, unless the mode says otherwise: files named in an archive may be read. */
  readonly isRead?: boolean
  /** It only shows whether a file exists: worth reporting, but not to everybody. */
  readonly isGlance?: boolean
  /** Only input whose path looks like this. */
  readonly from?: RegExp
  /** A list of arguments is harmless. */
  readonly isText?: boolean
  /** Only a concatenated text counts, not a value that is passed on unchanged. */
  readonly built?: boolean
  /**
   * In a function that a library exports, the caller's parameter counts as input here: always, only in a concatenated
   * text, only if it is passed on unchanged, only as a part of a joined path, or only if the known text around it looks like this.
   */
  readonly forCallers?: "always" | "built" | "whole" | "joined" | RegExp
  /** What the caller's parameter must be called. */
  readonly callersName?: RegExp
  readonly example: string
}

/** One weakness and one origin of input. */
export interface FlowClass {
  readonly harm: Harm
  /** The text about it, such as `SQL is built`. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly fix: string
  readonly cwe: string
  readonly severity: RuleFacts["severity"]
  readonly languages: readonly CodeLanguage[]
  readonly trusts: readonly InputTrust[]
  readonly ofEntry?: RuleFacts["severity"]
  readonly outsideHandlers?: boolean
  readonly persona?: RuleFacts["persona"]
}
