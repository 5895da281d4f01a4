// The ranges of a test, written as a whole (DIA-4, DIA-15).

import type { Caller } from '../../../../core/caller.ts'
import { invalid, Refusal } from '../../../../core/refusal.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { dayOfAge, type RangeRow } from './choose.ts'
import { inOrder, type Row as TestRow } from './read.ts'
import type { RangeInput } from './shapes.ts'
import { diagnostic_ranges } from './tables.ts'

export type Row = RowOf<(typeof diagnostic_ranges)['columns']>
type New = Omit<Row, 'id' | 'hospital_id' | 'test_id' | 'position'>

/** A row that names no day has always been in force. */
const always = '2000-01-01'

export const range_lines = linesOf(diagnostic_ranges, 'test_id')

export async function replaceRanges(
  caller: Caller,
  test: TestRow,
  asked: readonly RangeInput[],
): Promise<Row[]> {
  const wanted = rangesRead(asked, test)
  await range_lines.replace(caller, test.id, wanted)
  return range_lines.of(caller, test.id)
}

export function rangesRead(
  asked: readonly RangeInput[],
  test: Pick<TestRow, 'valid_low' | 'valid_high'>,
): New[] {
  const wanted = asked.map((one, at) => rangeRead(one, at, test))
  noOverlap(wanted)
  return wanted
}

function rangeRead(
  one: RangeInput,
  at: number,
  test: Pick<TestRow, 'valid_low' | 'valid_high'>,
): New {
  const where = `ranges[${at}]`
  for (const end of ['age_from', 'age_to'] as const) {
    const is_given = one[end] !== undefined && one[end] !== null
    if (is_given && !one[`${end}_unit`]) {
      throw invalid(`${where}.${end}_unit`, 'must be one of D, W, M, Y.')
    }
  }
  const row: New = {
    sex: one.sex ?? null,
    age_from: one.age_from ?? null,
    age_from_unit:
      one.age_from === undefined || one.age_from === null ? null : (one.age_from_unit ?? null),
    age_to: one.age_to ?? null,
    age_to_unit: one.age_to === undefined || one.age_to === null ? null : (one.age_to_unit ?? null),
    pregnancy: one.pregnancy ?? null,
    method: one.method || null,
    ref_low: one.ref_low ?? null,
    ref_high: one.ref_high ?? null,
    critical_low: one.critical_low ?? null,
    critical_high: one.critical_high ?? null,
    text: one.text || null,
    text_sw: one.text_sw || null,
    effective_from: one.effective_from ?? always,
    source: one.source || null,
    active: one.active ?? true,
  }
  if (row.age_from !== null && row.age_to !== null && endOf(row) <= startOf(row)) {
    throw invalid(`${where}.age_to`, 'must be above age_from.')
  }
  inOrder({ ...row, valid_low: test.valid_low, valid_high: test.valid_high }, where)
  return row
}

/** Ages against one birth: any day is as good as another. */
const birth = '2001-01-01'
type Aged = Pick<RangeRow, 'age_from' | 'age_from_unit' | 'age_to' | 'age_to_unit'>
const startOf = ({ age_from, age_from_unit }: Aged): string =>
  dayOfAge(birth, age_from ?? 0, age_from_unit ?? 'Y')
const endOf = ({ age_to, age_to_unit }: Aged): string =>
  age_to === null ? '9999' : dayOfAge(birth, age_to, age_to_unit ?? 'Y')

const isAged = (row: Aged): boolean => row.age_from !== null || row.age_to !== null

/** DIA-15: of two rows with the same parts the ages never meet. */
function noOverlap(rows: readonly New[]): void {
  for (const [at, one] of rows.entries()) {
    for (const [before, other] of rows.slice(0, at).entries()) {
      if (!one.active || !other.active || !sameParts(one, other)) continue
      if (startOf(one) >= endOf(other) || startOf(other) >= endOf(one)) continue
      throw new Refusal(
        400,
        'invalid',
        `Rows ${before + 1} and ${at + 1} overlap: ${partsOf(one)}.`,
        { field: 'ranges' },
      )
    }
  }
}

const sameParts = (a: New, b: New): boolean =>
  a.sex === b.sex &&
  a.pregnancy === b.pregnancy &&
  a.method === b.method &&
  isAged(a) === isAged(b) &&
  a.effective_from === b.effective_from

function partsOf(row: New): string {
  const ages = isAged(row) ? agesOf(row) : 'any age'
  return [row.sex ?? 'any sex', ages, row.pregnancy, row.method].filter(Boolean).join(', ')
}

function agesOf({ age_from, age_from_unit, age_to, age_to_unit }: Aged): string {
  if (age_to === null) return `from ${age_from} ${age_from_unit}`
  const unit = age_from_unit === null || age_from_unit === age_to_unit ? '' : ` ${age_from_unit}`
  return `${age_from ?? 0}${unit}–${age_to} ${age_to_unit}`
}
