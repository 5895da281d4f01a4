// Reading a bank's file (ACC-59): CSV by a profile, OFX, MT940, CAMT.053. Amounts go from text to
// whole minor units; nothing passes through a float.

import { isDay } from '../../../../core/clock.ts'
import { Refusal } from '../../../../core/refusal.ts'
import type { CsvProfile } from './tables.ts'
import type { statement_formats } from '../words.ts'

export interface FileLine {
  value_date: string
  amount: number
  description: string
  bank_reference: string | null
}
export interface FileRead {
  lines: FileLine[]
  opening: number | null
  closing: number | null
}
export type Format = (typeof statement_formats)[number]

export const rows_most = 20_000

export const default_profile: CsvProfile = {
  delimiter: ',',
  decimal: '.',
  date_format: 'YYYY-MM-DD',
  skip_rows: 0,
  columns: {},
}

export function readStatement(
  bytes: Buffer,
  format: Format,
  decimals: number,
  profile: CsvProfile,
): FileRead {
  const text = textOf(bytes)
  const read = {
    CSV: () => readCsv(text, decimals, profile),
    OFX: () => readOfx(text, decimals),
    MT940: () => readMt940(text, decimals),
    CAMT053: () => readCamt(text, decimals),
  }[format]()
  if (read.lines.length === 0) throw unread('file holds no lines that can be read.')
  if (read.lines.length > rows_most) throw unread(`file has more than ${rows_most} lines.`)
  return read
}

const unread = (message: string): Refusal => new Refusal(400, 'invalid', message)

/** UTF-16 by its mark, UTF-8 where it is that, else Windows-1252. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const wrong = (row: number, column: string, typed: string, what: string): Refusal =>
  unread(`Row ${row}, column ${column}: "${typed.slice(0, 60)}" is not ${what}.`)

/** `1,234.50`, `(20)`, `20-`, `20.00 DR`; null when it is no number. */
export function minorOf(typed: string, decimal: string, decimals: number): number | null {
  let text = typed.trim().replace(/[\s\u00a0']/g, '')
  const negative = /^\(.*\)$|^-|-$|DR$/i.test(text)
  text = text.replace(/^[(+-]|[)+-]$|(?:CR|DR)$/gi, '').replace(/[)-]$/, '')
  const thousands = decimal === ',' ? '.' : ','
  const [whole = '', rest = '', more] = text.split(decimal)
  if (more !== undefined || !/^\d+$/.test(rest === '' ? '0' : rest)) return null
  const grouped = whole.includes(thousands)
  if (grouped && !/^\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return null
  const digits = whole.replaceAll(thousands, '')
  const cut = rest.replace(/0+$/, '')
  if (!/^\d{1,15}$/.test(digits) || cut.length > decimals) return null
  const minor = Number(digits + cut.padEnd(decimals, '0'))
  if (!Number.isSafeInteger(minor)) return null
  return negative && minor !== 0 ? -minor : minor
}

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

function dayOf(typed: string, format: string): string | null {
  const pattern = format
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace('YYYY', '(?<y>\\d{4})')
    .replace('YY', '(?<s>\\d{2})')
    .replace('MMM', '(?<n>[A-Za-z]{3})')
    .replace('MM', '(?<m>\\d{1,2})')
    .replace('DD', '(?<d>\\d{1,2})')
  const { y, s, n, m, d } = new RegExp(`^${pattern}$`).exec(typed.trim())?.groups ?? {}
  const month = n === undefined ? m : String(months.indexOf(n.toUpperCase()) + 1)
  const day = `${y ?? `20${s ?? ''}`}-${(month ?? '').padStart(2, '0')}-${(d ?? '').padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** Cells of a file, quotes and line ends inside them kept. */
export function cells(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const source = text.replace(/^\ufeff/, '')
  for (let at = 0; at < source.length; at++) {
    const letter = source.charAt(at)
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (source.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === delimiter || letter === '\n') {
      row.push(cell.replace(/\r$/, ''))
      cell = ''
      if (letter === '\n') {
        rows.push(row)
        row = []
      }
    } else cell += letter
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell.replace(/\r$/, '')])
  return rows
}

const other_names: Readonly<Record<string, readonly string[]>> = {
  value_date: ['value_date', 'value date', 'date', 'transaction date', 'posting date'],
  description: ['description', 'details', 'narration', 'particulars', 'narrative'],
  amount: ['amount'],
  debit: ['debit', 'withdrawal', 'withdrawals', 'paid out', 'money out'],
  credit: ['credit', 'deposit', 'deposits', 'paid in', 'money in'],
  bank_reference: ['bank_reference', 'reference', 'ref', 'transaction id', 'receipt no'],
  balance: ['balance'],
}

function readCsv(text: string, decimals: number, profile: CsvProfile): FileRead {
  const all = cells(text, profile.delimiter)
  const heading = all[profile.skip_rows] ?? []
  const at = (name: string): number => {
    const wanted = profile.columns[name]
    if (typeof wanted === 'number') return wanted - 1
    const names = wanted === undefined ? (other_names[name] ?? []) : [wanted.toLowerCase()]
    return heading.findIndex((cell) => names.includes(cell.trim().toLowerCase()))
  }
  const date = at('value_date')
  const [amount, debit, credit] = [at('amount'), at('debit'), at('credit')]
  if (date < 0) throw unread('file has no column value_date.')
  if (amount < 0 && debit < 0 && credit < 0) throw unread('file has no column amount.')
  const description = at('description')
  const reference = at('bank_reference')
  const lines: FileLine[] = []
  for (const [index, row] of all.entries()) {
    const number = index + 1
    if (index <= profile.skip_rows || row.every((cell) => cell.trim() === '')) continue
    const day = dayOf(row[date] ?? '', profile.date_format)
    if (day === null) throw wrong(number, 'value_date', row[date] ?? '', 'a date')
    const money = (column: number, name: string): number => {
      const typed = (row[column] ?? '').trim()
      if (column < 0 || typed === '') return 0
      const minor = minorOf(typed, profile.decimal, decimals)
      if (minor === null) throw wrong(number, name, typed, 'a number')
      return minor
    }
    const value =
      amount >= 0
        ? money(amount, 'amount')
        : Math.abs(money(credit, 'credit')) - Math.abs(money(debit, 'debit'))
    if (value === 0) throw wrong(number, 'amount', row[amount] ?? '', 'an amount')
    lines.push({
      value_date: day,
      amount: value,
      description: (row[description] ?? '').trim().slice(0, 500),
      bank_reference: (row[reference] ?? '').trim().slice(0, 120) || null,
    })
  }
  return { lines, opening: null, closing: null }
}

function readOfx(text: string, decimals: number): FileRead {
  const value = (block: string, tag: string): string =>
    new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)?.[1]?.trim() ?? ''
  const blocks = text.split(/<STMTTRN>/i).slice(1)
  const lines = blocks.map((block, index): FileLine => {
    const typed = value(block, 'TRNAMT')
    const minor = minorOf(typed, typed.includes(',') ? ',' : '.', decimals)
    if (minor === null || minor === 0) throw wrong(index + 1, 'TRNAMT', typed, 'a number')
    const posted = value(block, 'DTPOSTED').slice(0, 8)
    const day = dayOf(posted, 'YYYYMMDD')
    if (day === null) throw wrong(index + 1, 'DTPOSTED', posted, 'a date')
    const words = [value(block, 'NAME'), value(block, 'MEMO')].filter((word) => word !== '')
    return {
      value_date: day,
      amount: minor,
      description: words.join(' ').slice(0, 500),
      bank_reference: value(block, 'FITID').slice(0, 120) || null,
    }
  })
  const closing = value(text.split(/<LEDGERBAL>/i)[1] ?? '', 'BALAMT')
  return {
    lines,
    opening: null,
    closing: closing === '' ? null : minorOf(closing, closing.includes(',') ? ',' : '.', decimals),
  }
}

function readMt940(text: string, decimals: number): FileRead {
  const fields = text.replaceAll('\r', '').split(/\n(?=:\d\d[A-Z]?:)/)
  const lines: FileLine[] = []
  let opening: number | null = null
  let closing: number | null = null
  for (const [index, field] of fields.entries()) {
    const [, tag = '', body = ''] = /:(\d\d[A-Z]?):([\s\S]*)/.exec(field) ?? []
    if (tag === '60F' || tag === '60M') opening ??= balance940(body, decimals)
    if (tag === '62F' || tag === '62M') closing = balance940(body, decimals)
    if (tag === '61') lines.push(line940(body, index + 1, decimals))
    const last = lines.at(-1)
    if (tag === '86' && last !== undefined) {
      last.description = body
        .replace(/\n/g, ' ')
        .replace(/\?\d\d/g, ' ')
        .trim()
        .slice(0, 500)
    }
  }
  return { lines, opening, closing }
}

function balance940(body: string, decimals: number): number | null {
  const [, side = '', typed = ''] = /^([CD])\d{6}[A-Z]{3}([\d,]+)/.exec(body) ?? []
  const minor = minorOf(typed, ',', decimals)
  return minor === null ? null : side === 'D' ? -minor : minor
}

function line940(body: string, row: number, decimals: number): FileLine {
  const found =
    /^(?<day>\d{6})(?:\d{4})?(?<side>R?[CD])[A-Z]?(?<typed>\d[\d,]*)[A-Z][A-Z0-9]{3}(?<own>[^/\n]*)(?:\/\/(?<bank>[^\n]*))?/.exec(
      body,
    )?.groups ?? {}
  const minor = minorOf(found['typed'] ?? '', ',', decimals)
  if (minor === null || minor === 0) throw wrong(row, ':61:', body.slice(0, 40), 'a line')
  const day = dayOf(found['day'] ?? '', 'YYMMDD')
  if (day === null) throw wrong(row, ':61:', found['day'] ?? '', 'a date')
  const out = found['side'] === 'D' || found['side'] === 'RC'
  const reference = (found['bank'] ?? found['own'] ?? '').trim()
  return {
    value_date: day,
    amount: out ? -minor : minor,
    description: '',
    bank_reference: reference === '' || reference === 'NONREF' ? null : reference.slice(0, 120),
  }
}

function readCamt(text: string, decimals: number): FileRead {
  const inner = (block: string, tag: string): string =>
    new RegExp(`<(?:\\w+:)?${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?${tag}>`).exec(block)?.[1] ??
    ''
  const all = (tag: string): string[] =>
    [
      ...text.matchAll(
        new RegExp(`<(?:\\w+:)?${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?${tag}>`, 'g'),
      ),
    ].map(([, block = '']) => block)
  const signed = (block: string): number | null => {
    const minor = minorOf(inner(block, 'Amt'), '.', decimals)
    return minor === null ? null : inner(block, 'CdtDbtInd').trim() === 'DBIT' ? -minor : minor
  }
  const balance = (code: string): number | null => {
    const found = all('Bal').find((block) => inner(block, 'Cd').trim() === code)
    return found === undefined ? null : signed(found)
  }
  const lines = all('Ntry').map((block, index): FileLine => {
    const amount = signed(block)
    if (amount === null || amount === 0)
      throw wrong(index + 1, 'Amt', inner(block, 'Amt'), 'a number')
    const date = inner(inner(block, 'ValDt') || inner(block, 'BookgDt'), 'Dt').trim()
    if (!isDay(date)) throw wrong(index + 1, 'ValDt', date, 'a date')
    const words = inner(block, 'Ustrd') || inner(block, 'AddtlNtryInf')
    const reference =
      inner(block, 'AcctSvcrRef') || inner(block, 'EndToEndId') || inner(block, 'NtryRef')
    return {
      value_date: date,
      amount,
      description: plain(words).slice(0, 500),
      bank_reference: plain(reference).slice(0, 120) || null,
    }
  })
  return { lines, opening: balance('OPBD'), closing: balance('CLBD') }
}

const plain = (xml: string): string =>
  xml
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
