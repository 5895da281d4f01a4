// Barcodes as they are printed (STK-106 to STK-108): plain numbers of goods, and strings of GS1 elements with
// or without brackets. Pure: it knows no product.

import { Refusal } from '../../../../core/refusal.ts'

export const barcode_formats = ['EAN8', 'UPCA', 'EAN13', 'GTIN14', 'GS1', 'TEXT'] as const
export type BarcodeFormat = (typeof barcode_formats)[number]

export interface Element {
  ai: string
  value: string
}

export interface ReadCode {
  format: BarcodeFormat
  elements: Element[]
}

const separator = '\u001d'
const prefixes = /^\](?:d2|C1|Q3|e0)/
const plain: Readonly<Record<number, BarcodeFormat>> = {
  8: 'EAN8',
  12: 'UPCA',
  13: 'EAN13',
  14: 'GTIN14',
}

interface Kind {
  ai: RegExp
  /** Of its identifier. */
  digits: 2 | 3 | 4
  length: number
  fixed: boolean
  numeric: boolean
}
const kind = (
  ai: RegExp,
  digits: 2 | 3 | 4,
  length: number,
  fixed: boolean,
  numeric: boolean,
): Kind => ({
  ai,
  digits,
  length,
  fixed,
  numeric,
})

const kinds: readonly Kind[] = [
  kind(/^00/, 2, 18, true, true),
  kind(/^0[12]/, 2, 14, true, true),
  kind(/^1[123567]/, 2, 6, true, true),
  kind(/^20/, 2, 2, true, true),
  kind(/^(10|21|22)/, 2, 20, false, false),
  kind(/^(30|37)/, 2, 8, false, true),
  kind(/^3[1-6]\d\d/, 4, 6, true, true),
  kind(/^(240|241|250|251|400)/, 3, 30, false, false),
  kind(/^41[0-7]/, 3, 13, true, true),
  kind(/^7003/, 4, 10, true, true),
  kind(/^71[0-7]/, 3, 20, false, false),
]

export function readCode(typed: string): ReadCode {
  const is_gs1 = prefixes.test(typed.trim())
  const code = typed
    .trim()
    .replace(prefixes, '')
    .replaceAll(/<GS>|\{GS\}|\\u001d/gi, separator)
  if (code === '') throw wrong('code is required.')
  if (/^\(\d{2,4}\)/.test(code)) return { format: 'GS1', elements: bracketed(code) }
  if (!is_gs1 && /^\d+$/.test(code) && plain[code.length] !== undefined) {
    mustCheck(code)
    return {
      format: plain[code.length] as BarcodeFormat,
      elements: [{ ai: '01', value: code.padStart(14, '0') }],
    }
  }
  if (!is_gs1 && !/^\d{4}/.test(code)) return { format: 'TEXT', elements: [] }
  return { format: 'GS1', elements: strung(code) }
}

function strung(code: string): Element[] {
  const elements: Element[] = []
  let at = 0
  while (at < code.length) {
    if (code[at] === separator) {
      at += 1
      continue
    }
    const found = kindAt(code, at)
    const start = at + found.digits
    const stop = found.fixed ? -1 : code.indexOf(separator, start)
    const end = found.fixed ? start + found.length : stop < 0 ? code.length : stop
    elements.push(checked(found, code.slice(at, start), code.slice(start, end), at + 1))
    at = end
  }
  return elements
}

function bracketed(code: string): Element[] {
  const elements: Element[] = []
  let at = 0
  for (const [whole, ai = '', value = ''] of code.matchAll(/\((\d{2,4})\)([^(]*)/g)) {
    const found = kindAt(ai, 0, at + 1)
    elements.push(checked(found, ai, value.replaceAll(separator, '').trim(), at + 1))
    at += whole.length
  }
  if (at < code.length) throw wrong(`The barcode cannot be read from position ${at + 1}.`)
  return elements
}

function kindAt(code: string, at: number, position = at + 1): Kind {
  const rest = code.slice(at, at + 4)
  const found = kinds.find(({ ai }) => ai.test(rest))
  if (found !== undefined) return found
  throw wrong(`Unknown element (${rest.slice(0, 2)}) at position ${position}.`)
}

function checked(found: Kind, ai: string, value: string, position: number): Element {
  const { length, fixed, numeric } = found
  const fits = fixed ? value.length === length : value.length >= 1 && value.length <= length
  if (!fits || (numeric && !/^\d+$/.test(value))) {
    throw wrong(`Element (${ai}) at position ${position} is not whole.`)
  }
  if (ai === '00' || ai === '01' || ai === '02') mustCheck(value)
  return { ai, value }
}

/** The last digit is made of the others, three times and once in turn from the right. */
export function checkDigit(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

function mustCheck(code: string): void {
  if (checkDigit(code.slice(0, -1)) === Number(code.at(-1))) return
  throw wrong("The barcode's check digit is wrong: scan again.")
}

/** YYMMDD; day 00 is the last of the month, and the century the nearer one (STK-108). */
export function dayOf(value: string, today: string, ai: string): string {
  const [yy, month, day] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2))) as [
    number,
    number,
    number,
  ]
  const apart = yy - (Number(today.slice(0, 4)) % 100)
  const century = Math.floor(Number(today.slice(0, 4)) / 100) + centuryOf(apart)
  const year = century * 100 + yy
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day > last) throw wrong(`Element (${ai}) is not a date: ${value}.`)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${year}-${two(month)}-${two(day === 0 ? last : day)}`
}

function centuryOf(apart: number): -1 | 0 | 1 {
  if (apart >= 51) return -1
  return apart <= -50 ? 1 : 0
}

const wrong = (message: string): Refusal => new Refusal(400, 'barcode', message, { field: 'code' })
