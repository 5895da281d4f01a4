// Writing CSV, once for the whole house: comma, CRLF, quotes as RFC 4180 where they are needed, and no
// text that a spreadsheet would run as a formula (PLT-123, MSG-435).

/** By it a spreadsheet knows that the file is UTF-8. */
export const bom = '\uFEFF'

export const field = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Numbers and flags plain, so that a sheet adds them up; what has parts as JSON. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return field(guarded(value))
  return field(typeof value === 'object' ? JSON.stringify(value) : String(value as number))
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  rows.map(csvLine).join('')

/** Texts as they came, to be read in again: nothing is put before them. */
export const plainLine = (texts: readonly string[]): string => `${texts.map(field).join(',')}\r\n`
