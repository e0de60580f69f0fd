/** A position in a file: offsets in the text. */
export interface SourceSpan {
  readonly start: number
  readonly end: number
}

export type Constant = string | number | boolean | null

/** An expression, independent of the language. */
export type Expr = SourceSpan &
  (
    | { readonly kind: "const"; readonly value: Constant }
    | { readonly kind: "regex"; readonly source: string; readonly flags: string }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "member"; readonly object: Expr; readonly property: string }
    | { readonly kind: "index"; readonly object: Expr; readonly key: Expr }
    | {
        readonly kind: "slice"
        readonly object: Expr
        readonly from?: Expr | undefined
        readonly to?: Expr | undefined
      }
    | CallExpr
    /** A text with inserted values; `tag` is the function in front of it. */
    | { readonly kind: "template"; readonly parts: readonly Expr[]; readonly tag?: Expr | undefined }
    | { readonly kind: "binary"; readonly op: string; readonly left: Expr; readonly right: Expr }
    | { readonly kind: "logic"; readonly op: "and" | "or" | "nullish"; readonly left: Expr; readonly right: Expr }
    | { readonly kind: "not"; readonly inner: Expr }
    /** One of the items that the function returns. */
    | { readonly kind: "yield"; readonly inner: Expr; readonly isAll: boolean }
    | { readonly kind: "minus"; readonly inner: Expr }
    | { readonly kind: "typeof"; readonly inner: Expr }
    | { readonly kind: "choice"; readonly test: Expr; readonly yes: Expr; readonly otherwise: Expr }
    | { readonly kind: "list"; readonly items: readonly ItemExpr[] }
    | { readonly kind: "record"; readonly entries: readonly EntryExpr[] }
    | { readonly kind: "function"; readonly fn: Fn }
    | { readonly kind: "class"; readonly cls: Class }
    | { readonly kind: "assign"; readonly target: Expr; readonly value: Expr; readonly op?: string | undefined }
    | EachExpr
    | {
        readonly kind: "element"
        readonly tag: string
        readonly entries: readonly EntryExpr[]
        readonly parts: readonly Expr[]
      }
    /** Its value depends on its parts in a way that is not examined. */
    | { readonly kind: "other"; readonly parts: readonly Expr[] }
  )

export interface CallExpr extends SourceSpan {
  readonly kind: "call"
  readonly callee: Expr
  readonly args: readonly Arg[]
  readonly isNew: boolean
}

/** A comprehension. */
export interface EachExpr extends SourceSpan {
  readonly kind: "each"
  readonly target: Expr
  readonly iterable: Expr
  readonly tests: readonly Expr[]
  readonly result: Expr
}

export interface ItemExpr {
  readonly value: Expr
  readonly isSpread: boolean
}

export interface Arg extends ItemExpr {
  /** Of Python's named arguments. */
  readonly name?: string | undefined
}

export interface EntryExpr {
  /** Missing if it is spread. */
  readonly key?: Expr | undefined
  readonly value: Expr
}

export type Stmt = SourceSpan &
  (
    | { readonly kind: "expr"; readonly value: Expr }
    | AssignStmt
    | { readonly kind: "if"; readonly test: Expr; readonly yes: readonly Stmt[]; readonly otherwise: readonly Stmt[] }
    | LoopStmt
    | SwitchStmt
    | TryStmt
    | { readonly kind: "block"; readonly body: readonly Stmt[] }
    | { readonly kind: "return"; readonly value?: Expr | undefined }
    | { readonly kind: "leave"; readonly by: "throw" | "break" | "continue"; readonly value?: Expr | undefined }
    | { readonly kind: "function"; readonly fn: Fn }
    | { readonly kind: "class"; readonly cls: Class }
    | { readonly kind: "import"; readonly from: string; readonly names: readonly ImportedName[] }
    | { readonly kind: "assert"; readonly test: Expr }
  )

export interface AssignStmt extends SourceSpan {
  readonly kind: "assign"
  readonly target: Expr
  readonly value: Expr
  readonly op?: string | undefined
  /** The names are defined here, whatever they mean outside. */
  readonly declares?: boolean | undefined
}

export interface LoopStmt extends SourceSpan {
  readonly kind: "loop"
  readonly target?: Expr | undefined
  readonly iterable?: Expr | undefined
  /** Whether keys are visited instead of values, as `for … in` of JavaScript does. */
  readonly isKeys: boolean
  readonly test?: Expr | undefined
  readonly body: readonly Stmt[]
}

export interface SwitchStmt extends SourceSpan {
  readonly kind: "switch"
  readonly subject: Expr
  readonly cases: readonly SwitchCase[]
  /** Whether a case without break continues with the next one. */
  readonly falls: boolean
}

export interface SwitchCase {
  /** Missing for the default. */
  readonly tests?: readonly Expr[] | undefined
  readonly guard?: Expr | undefined
  readonly body: readonly Stmt[]
}

export interface TryStmt extends SourceSpan {
  readonly kind: "try"
  readonly body: readonly Stmt[]
  readonly handlers: readonly { readonly name?: string | undefined; readonly body: readonly Stmt[] }[]
  readonly otherwise: readonly Stmt[]
  readonly finally: readonly Stmt[]
}

export interface ImportedName {
  /** `*` for the whole module. */
  readonly name: string
  readonly as: string
}

export interface Fn extends SourceSpan {
  readonly name: string
  readonly params: readonly FnParam[]
  readonly decorators: readonly Expr[]
  readonly isExported: boolean
  /** Made on first use: most functions of a project are never examined. */
  readonly body: () => readonly Stmt[]
  /** Of a method. */
  readonly isStatic?: boolean | undefined
  readonly isArrow?: boolean | undefined
}

export interface FnParam {
  readonly target: Expr
  readonly fallback?: Expr | undefined
  readonly rest?: "list" | "record" | undefined
  /** The text of its annotation or the decorators in front of it. */
  readonly type?: string | undefined
}

export interface Class extends SourceSpan {
  readonly name: string
  readonly bases: readonly Expr[]
  readonly decorators: readonly Expr[]
  readonly methods: readonly Fn[]
  readonly fields: readonly { readonly name: string; readonly value: Expr; readonly isStatic: boolean }[]
  /** The arguments of a class without a constructor, in order. */
  readonly slots?: readonly Slot[] | undefined
  /** Fields of TypeScript without a value: a framework may create them by their type. */
  readonly declared?: readonly Slot[] | undefined
  readonly isExported: boolean
}

/** `name: type` in the body of a class. */
export interface Slot {
  readonly name: string
  readonly type: string
}

/** A file as the analysis reads it. */
export interface Module {
  readonly file: string
  readonly isPython: boolean
  readonly text: string
  readonly body: readonly Stmt[]
}
