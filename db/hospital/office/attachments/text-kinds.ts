// Plain text: UTF-8 without control characters, and not something that a browser would draw or a
// shell would run.

/** Tab, line feed, form feed and carriage return are text; every other control is not. */
const controls = /[^\P{Cc}\t\n\f\r\u0080-\u009f]/u

export function isPlainText(bytes: Buffer): boolean {
  try {
    return !controls.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}

/** What a browser or a kernel takes a file for by its first bytes, whatever it is called. */
export function looksLikeMarkup(bytes: Buffer): boolean {
  const head = bytes
    .toString('utf8', 0, 1024)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return /^(#!|<!doctype|<!--|<\?(xml|php|=)|<(html|head|body|title|meta|link|style|script|iframe|object|embed|svg|math|table|div|form|img|video|audio|font|br|[abhpi])(\s|>|\/|$)|<h[1-6]>|\{\\rtf|mime-version:)/i.test(
    head,
  )
}
