// What was typed, read as the test's value (DIA-61, DIA-62), and how a value is written.

import { capitals } from '../../../../core/kinds/capitals.ts'
import { invalidAs } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import { rounded } from '../catalogue/choose.ts'
import type { Row as TestRow } from '../catalogue/read.ts'
import { type Comparator, comparators, type ResultFlag } from '../words.ts'

export interface Typed {
  value_num?: number | null | undefined
  value_text?: string | null | undefined
  answer_code?: string | null | undefined
  unit?: string | null | undefined
  abnormal?: boolean | null | undefined
}

export interface Value {
  value_num: number | null
  comparator: Comparator | null
  value_text: string | null
  answer_code: string | null
  /** What an answer or the enterer says by itself; numbers are judged by their range. */
  verdict: ResultFlag | null
}

export const no_value: Value = {
  value_num: null,
  comparator: null,
  value_text: null,
  answer_code: null,
  verdict: null,
}

export const isEmpty = ({ value_num, value_text, answer_code }: Typed): boolean =>
  (value_num ?? null) === null && !value_text && !answer_code

/** `where` is the place in the body: `results[2]`. */
export function readValue(test: TestRow, typed: Typed, where: string): Value {
  switch (test.value_type) {
    case 'NUMERIC':
      return readNumber(test, typed, where)
    case 'CODED':
      return readAnswer(test, typed, where)
    case 'TEXT':
      return readText(test, typed, where)
    case 'CALCULATED':
      throw invalidAs(where, `${test.code} is calculated.`)
    default:
      throw invalidAs(where, `${test.code} takes no value.`)
  }
}

const number_form = /^(<=|>=|<|>|≤|≥)?\s*(-?\d{1,12}(?:[.,]\d{1,9})?)$/
const as_comparator: Readonly<Record<string, Comparator>> = { '≤': '<=', '≥': '>=' }

function readNumber(test: TestRow, typed: Typed, where: string): Value {
  const { comparator, number } = numberTyped(test, typed, where)
  const { factor, offset } = conversionFor(test, typed.unit, where)
  const value = (number - offset) / factor
  if (!Number.isFinite(value)) throw invalidAs(where, `${test.code} takes a number.`)
  return { ...no_value, value_num: rounded(value, test.decimals), comparator }
}

function numberTyped(test: TestRow, { value_num, value_text }: Typed, where: string) {
  if (typeof value_num === 'number') return { comparator: null, number: value_num }
  const [, sign = '', digits] = number_form.exec((value_text ?? '').trim()) ?? []
  if (digits === undefined) throw invalidAs(where, `${test.code} takes a number.`)
  const word = as_comparator[sign] ?? sign
  const comparator = comparators.find((one) => one === word) ?? null
  return { comparator, number: Number(digits.replace(',', '.')) }
}

/** Value × factor + offset is the value in that unit: typed in it, it is reckoned backwards. */
function conversionFor(test: TestRow, unit: string | null | undefined, where: string) {
  if (!unit || unit === test.unit) return { factor: 1, offset: 0 }
  const found = test.unit_conversions.find((one) => one.unit === unit)
  if (found !== undefined) return found
  const known = [test.unit, ...test.unit_conversions.map((one) => one.unit)].filter(Boolean)
  throw invalidAs(where, `${test.code}: ${unit} is not known (${known.join(', ')}).`)
}

function readAnswer(test: TestRow, typed: Typed, where: string): Value {
  const said = typed.answer_code || typed.value_text || String(typed.value_num ?? '')
  const found = test.answers.find(
    ({ code, text, text_sw }) =>
      code === capitals(said.trim()) ||
      (!typed.answer_code &&
        [text, text_sw ?? ''].some((one) => folded(one) === folded(said.trim()))),
  )
  if (found === undefined) {
    const codes = test.answers.map(({ code }) => code).join(', ')
    throw invalidAs(where, `${test.code} takes one of ${codes}.`)
  }
  return { ...no_value, value_text: found.text, answer_code: found.code, verdict: found.verdict }
}

function readText(test: TestRow, { value_text, abnormal }: Typed, where: string): Value {
  if (!value_text) throw invalidAs(where, `${test.code} takes a text.`)
  return { ...no_value, value_text, verdict: abnormal === true ? 'ABNORMAL' : null }
}

export interface Written {
  value_num: number | null
  comparator: Comparator | null
  value_text: string | null
  decimals: number
}

/** As it is printed: `<0.5`, `11.20`, `Positive`. */
export const valueText = ({ value_num, comparator, value_text, decimals }: Written): string =>
  value_num === null
    ? (value_text ?? '')
    : `${comparator ?? ''}${rounded(value_num, decimals).toFixed(decimals)}`

export const withUnit = (of: Written & { unit: string | null }): string =>
  [valueText(of), of.value_num === null ? null : of.unit].filter(Boolean).join(' ')

/** DIA-62. */
export function outsideOf(test: TestRow, { value_num }: Value): string | null {
  const { valid_low: low, valid_high: high } = test
  if (value_num === null) return null
  const is_out = (low !== null && value_num < low) || (high !== null && value_num > high)
  if (!is_out) return null
  return `${test.code} ${value_num} is outside what can be measured (${low ?? ''}–${high ?? ''}): check the unit.`
}
