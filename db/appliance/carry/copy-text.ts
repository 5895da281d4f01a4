// Rows as the COPY of PostgreSQL reads them: a line each, tabs between, `\N` where there is nothing.

import type { Line } from './rows.ts'
import type { Carried } from './tables.ts'

const told_otherwise: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

export const copyStatement = ({ name, columns }: Carried): string =>
  `copy ${name} (${columns.join(', ')}) from stdin`

export function copyText({ columns, flags }: Carried, lines: readonly Line[]): Buffer {
  const is_flag = columns.map((name) => flags.has(name))
  let text = ''
  for (const line of lines) {
    let between = ''
    for (const [n, value] of line.entries()) {
      text += between + wordOf(value, is_flag[n] === true)
      between = '\t'
    }
    text += '\n'
  }
  return Buffer.from(text)
}

function wordOf(value: Line[number], is_flag: boolean): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return is_flag ? (value === 1 ? 't' : 'f') : String(value)
  return /[\\\n\r\t]/.test(value)
    ? value.replace(/[\\\n\r\t]/g, (letter) => told_otherwise[letter] ?? letter)
    : value
}
