// Calculated tests follow the values they are made of (DIA-66), until they are released.

import { ageOn } from '../../../desk/patients/register/ages.ts'
import { rounded } from '../catalogue/choose.ts'
import { formulaOf, type Inputs } from '../catalogue/formula.ts'
import { codeKey } from '../catalogue/read.ts'
import { type Bench, type LineRow, partsOf } from './lines.ts'

const has_value = new Set(['ENTERED', 'VERIFIED', 'RELEASED'])

/** What a calculated line is now: undefined where the formula does not say. */
export function reckoned(bench: Bench, line: LineRow): number | undefined {
  const { test, patient, order } = partsOf(bench, line)
  if (test.formula === null) return undefined
  const formula = formulaOf(test.formula)
  const { years } = ageOn(patient.birth_date, order.ordered_at.slice(0, 10), 'en')
  const inputs: Record<string, number | undefined> = {
    age: years,
    female: patient.sex === 'Female' ? 1 : 0,
    ...inputsOf(bench, line, formula.codes),
  }
  const value = formula.reckon(inputs)
  return value === null ? undefined : rounded(value, test.decimals)
}

function inputsOf(bench: Bench, line: LineRow, codes: readonly string[]): Inputs {
  return Object.fromEntries(codes.map((code) => [code, inputOf(bench, line, code)]))
}

/** Of the same specimen, else of the same order; the newest first. */
function inputOf(bench: Bench, line: LineRow, code: string): number | undefined {
  const own = bench.items.get(line.item_id)?.specimen_id
  const found = bench.lines
    .filter((one) => one.order_id === line.order_id && codeKey(one.test_code) === codeKey(code))
    .filter((one) => has_value.has(one.status))
  const near = found.filter((one) => bench.items.get(one.item_id)?.specimen_id === own)
  const [newest] = (near.length > 0 ? near : found).toSorted((a, b) =>
    (b.entered_at ?? '').localeCompare(a.entered_at ?? ''),
  )
  if (newest === undefined || newest.invalid || newest.comparator !== null) return undefined
  return newest.value_num ?? undefined
}
