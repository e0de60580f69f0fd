// Imported before a program: a machine whose clock is wrong by CLOCK_SKEW milliseconds.
const skew = Number(process.env.CLOCK_SKEW)
const Right = Date

globalThis.Date = class extends Right {
  constructor(...parts) {
    if (parts.length === 0) super(Right.now() + skew)
    else super(...parts)
  }
  static now() {
    return Right.now() + skew
  }
}
