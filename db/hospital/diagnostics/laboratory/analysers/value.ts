// A value as an analyser says it, read as the test's (DIA-135, DIA-136).

import { clock, instantAt } from '../../../../core/clock.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import type { Row as TestRow } from '../catalogue/read.ts'
import type { Mapped } from '../instruments/tables.ts'
import { outsideOf, readValue, type Typed, type Value } from '../results/value.ts'
import type { AnalyserProblem } from '../words.ts'
import type { ParsedLine } from './parsed.ts'

type Said = Pick<ParsedLine, 'value' | 'unit'>

export function readSaid(
  test: TestRow,
  mapped: Mapped,
  said: Said,
): { value: Value } | { problem: AnalyserProblem } {
  if (said.value.trim() === '') return { problem: 'BLANK' }
  const unit = unitOf(test, mapped, said.unit)
  if (unit === undefined) return { problem: 'WRONG_UNIT' }
  try {
    const value = readValue(test, typedOf(test, mapped, said.value.trim(), unit), 'value')
    return outsideOf(test, value) === null ? { value } : { problem: 'OUT_OF_VALID' }
  } catch (error) {
    if (isRefusal(error)) return { problem: 'BLANK' }
    throw error
  }
}

/** Null: the test's own. The unit that the mapping names is reckoned by its factor. */
function unitOf(test: TestRow, mapped: Mapped, unit: string | null): string | null | undefined {
  if (unit === null) return null
  const same = (other: string | null): boolean => other !== null && folded(other) === folded(unit)
  if (mapped.unit !== null) return same(mapped.unit) ? null : undefined
  if (test.unit === null || same(test.unit)) return null
  return test.unit_conversions.find((one) => same(one.unit))?.unit
}

function typedOf(test: TestRow, mapped: Mapped, text: string, unit: string | null): Typed {
  if (test.value_type === 'CODED') {
    const code = mapped.answers[text]
    return code === undefined ? { value_text: text } : { answer_code: code }
  }
  if (test.value_type !== 'NUMERIC') return { value_text: text }
  const [, sign = '', digits = ''] = /^(<=|>=|<|>)?\s*(-?\d+(?:[.,]\d+)?)$/.exec(text) ?? []
  if (digits === '') return { value_text: text }
  const number = Number(digits.replace(',', '.')) * mapped.factor + mapped.offset
  return { value_text: `${sign}${plain(number)}`, unit }
}

const plain = (value: number): string => value.toFixed(9).replace(/\.?0+$/, '')

/** `20260321101500+0300`; without a zone it is the hospital's. Null where it says nothing sensible. */
export function timeSaid(time: string | null, timezone: string): string | null {
  const shape = /^(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?(?:\.\d+)?([+-]\d{4})?$/
  const found = shape.exec((time ?? '').trim())
  if (found === null) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = found
  const date = `${year}-${month}-${day}`
  const at =
    zone === undefined
      ? Date.parse(instantOr(timezone, date, `${hour}:${minute}`)) + Number(second) * 1000
      : Date.parse(`${date}T${hour}:${minute}:${second}${zone.slice(0, 3)}:${zone.slice(3)}`)
  if (Number.isNaN(at) || at > clock.ms()) return null
  return new Date(at).toISOString()
}

function instantOr(timezone: string, date: string, time: string): string {
  try {
    return instantAt(timezone, date, time)
  } catch {
    return ''
  }
}
