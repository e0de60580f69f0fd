const pages = /\.(?:vue|svelte|html?)$/i
const script =
  /(<script\b(?![^>]*\btype=["']?(?!module|text\/(?:java|type)script)[\w/+-]+)[^>]*>)([\s\S]*?)<\/script\s*>/gi
const markup = /(\s)v-html="([^"\n]*)"/g

/**
 * The code in a page: everything else becomes blanks, so that every position keeps its line. Where a Vue template
 * inserts HTML into the page, it becomes the call that does the same.
 */
export function extractCode(text: string, file: string): string {
  if (!pages.test(file)) return text
  let code = ""
  let at = 0
  for (const found of text.matchAll(script)) {
    const [whole, opening = "", body = ""] = found
    code += blank(text.slice(at, found.index + opening.length)) + body
    at = found.index + opening.length + body.length
    if (whole === "") break
  }
  return code + blank(text.slice(at))
}

function blank(text: string): string {
  let left = ""
  let at = 0
  for (const found of text.matchAll(markup)) {
    const [whole, , value = ""] = found
    left += `${spaces(text.slice(at, found.index))};$.html(${" "}${value})`
    at = found.index + whole.length
  }
  return left + spaces(text.slice(at))
}

function spaces(text: string): string {
  return text.replace(/[^\n\r]/g, " ")
}
