// What is written of a line, and what follows from its value in the same order: calculated lines, alerts,
// the state of item and order.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { record } from '../../../office/audit/record.ts'
import { openOrWithdraw } from '../critical/opening.ts'
import { progress } from '../orders/progress.ts'
import { reckoned } from './calculate.ts'
import { judgeFor } from './judging.ts'
import type { Bench, LineRow } from './lines.ts'
import { diagnostic_results, type Run } from './tables.ts'
import { no_value, withUnit } from './value.ts'

/** The line as it is written, in the bench as well. */
export async function writeLine(
  { hospital_id }: Caller,
  bench: Bench,
  line: LineRow,
  changes: Partial<LineRow>,
): Promise<LineRow> {
  await diagnostic_results.change({ hospital_id, id: line.id }, changes)
  const after = { ...line, ...changes, version: line.version + 1 }
  bench.lines.splice(
    bench.lines.findIndex(({ id }) => id === line.id),
    1,
    after,
  )
  return after
}

export const runOf = (line: LineRow, why: string): Run => ({
  value: withUnit(line),
  flag: line.flag,
  by_name: line.entered_by_name,
  at: line.entered_at ?? clock.instant(),
  why,
})

/** A line as if nobody had ever entered it; what it held stays in its runs. */
export const emptied = (line: LineRow, why: string): Partial<LineRow> => ({
  ...no_line,
  runs: line.status === 'PENDING' ? line.runs : [...line.runs, runOf(line, why)],
})

const { verdict: _, ...without_value } = no_value
const no_line = {
  ...without_value,
  status: 'PENDING',
  flag: null,
  invalid: false,
  previous: null,
  delta: null,
  held: [],
  culture: null,
  source: null,
  instrument_id: null,
  instrument_flags: [],
  measured_at: null,
  entered_by_id: null,
  entered_by_name: null,
  entered_at: null,
  verified_by_id: null,
  verified_by_name: null,
  verified_at: null,
} satisfies Partial<LineRow>

const passes = 3

/** Those that are not verified yet; one may be made of another. */
export async function calculateAll(caller: Caller, bench: Bench): Promise<void> {
  for (let pass = 0; pass < passes; pass += 1) {
    let changed = false
    for (const line of bench.lines.filter(isCalculated)) {
      changed = (await calculate(caller, bench, line)) || changed
    }
    if (!changed) return
  }
}

const isCalculated = ({ value_type, status }: LineRow): boolean =>
  value_type === 'CALCULATED' &&
  (status === 'PENDING' || status === 'ENTERED' || status === 'VERIFIED')

async function calculate(caller: Caller, bench: Bench, line: LineRow): Promise<boolean> {
  const value = reckoned(bench, line)
  if (value === undefined) {
    if (line.status === 'PENDING') return false
    await writeLine(caller, bench, line, emptied(line, 'Not calculated'))
    return true
  }
  if (line.status !== 'PENDING' && line.value_num === value) return false
  const now = { ...line, ...entered_by_nobody(), value_num: value, comparator: null }
  const { judge } = await judgeFor(caller, bench)
  await writeLine(caller, bench, line, { ...now, ...judge(now, null) })
  return true
}

const entered_by_nobody = () =>
  ({
    status: 'ENTERED',
    source: 'CALCULATED',
    entered_at: clock.instant(),
    entered_by_id: null,
    entered_by_name: null,
    verified_by_id: null,
    verified_by_name: null,
    verified_at: null,
  }) as const

/** After lines of these orders were written: what follows, and one row of the log for each line. */
export async function follow(
  caller: Caller,
  bench: Bench,
  touched: readonly LineRow[],
  action: string,
  reason: string | null = null,
): Promise<void> {
  await calculateAll(caller, bench)
  await openOrWithdraw(caller, bench)
  for (const { id, patient_id, test_code } of touched) {
    record(caller, action, {
      entity_type: 'diagnostic_result',
      entity_id: id,
      entity_label: test_code,
      patient_id,
      reason,
    })
  }
  for (const id of new Set(touched.map(({ order_id }) => order_id))) {
    await progress(caller, id, action.split('.')[1] ?? action)
  }
}

export const linesNow = (bench: Bench, ids: readonly string[]): LineRow[] => {
  const by_id = new Map(bench.lines.map((one) => [one.id, one]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}
