// A line is judged (DIA-13 to DIA-18, DIA-47, DIA-68): its range, its flag, how far it is from the one
// before, and what keeps it from going out by itself.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn, days } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { flagOf, limitsFor, rangeFor, rounded } from '../catalogue/choose.ts'
import type { DeltaRule } from '../catalogue/tables.ts'
import { type Comparator, type Hold, type PregnancyState, type ResultFlag } from '../words.ts'
import { controlOf } from '../quality/of-lines.ts'
import type { Standing } from '../quality/state.ts'
import { type Bench, type LineRow, partsOf } from './lines.ts'
import { pregnanciesAmong } from './pregnancies.ts'
import type { DeltaFound, Previous } from './tables.ts'
import { valueText } from './value.ts'

export interface Judge {
  /** Everything that follows from a line's value; `verdict` is what an answer says by itself. */
  judge: (line: LineRow, verdict: ResultFlag | null) => Partial<LineRow>
}

export async function judgeFor(caller: Caller, bench: Bench): Promise<Judge> {
  const { timezone } = await hospitalOf(caller)
  const pregnancy = await pregnanciesAmong(caller, [...bench.patients.keys()])
  const before = await previousOf(caller, bench.lines)
  const control = await controlOf(caller, bench)
  return {
    judge(line, verdict) {
      const ranged = rangeOf(bench, line, timezone, pregnancy)
      const previous = before.get(keyOf(line)) ?? null
      const { value_num, comparator, invalid } = line
      const flag = invalid
        ? null
        : value_num === null
          ? verdict
          : flagOf(value_num, comparator, ranged)
      const delta = deltaOf(line, previous, partsOf(bench, line).test.delta)
      return { ...ranged, flag, previous, delta, held: heldBy(bench, line, delta, control(line)) }
    },
  }
}

type Ranged = Pick<
  LineRow,
  | 'ref_low'
  | 'ref_high'
  | 'ref_text'
  | 'critical_low'
  | 'critical_high'
  | 'range_id'
  | 'unconfirmed'
  | 'age_estimated'
>

function rangeOf(
  bench: Bench,
  line: LineRow,
  timezone: string,
  pregnancy: (patient_id: string, on: string) => PregnancyState,
): Ranged {
  const { test, patient, specimen, order, ranges } = partsOf(bench, line)
  const at = specimen?.collected_at ?? order.ordered_at
  const on = dayIn(timezone, new Date(at))
  const { sex, birth_date } = patient
  const row = rangeFor(ranges, {
    sex,
    birth_date,
    on,
    pregnancy: pregnancy(patient.id, on),
    method: line.method,
  })
  return {
    ...limitsFor(test, row),
    ref_text: row?.text ?? null,
    range_id: row?.id ?? null,
    unconfirmed: test.unconfirmed,
    age_estimated: patient.birth_date_estimated,
  }
}

const keyOf = ({ patient_id, test_id }: Pick<LineRow, 'patient_id' | 'test_id'>): string =>
  `${patient_id} ${test_id}`

interface Before {
  id: string
  patient_id: string
  test_id: string
  value_num: number
  comparator: Comparator | null
  decimals: number
  flag: ResultFlag | null
  at: string
}

/** The newest released number of each test and patient, apart from these lines themselves. */
async function previousOf(
  { hospital_id }: Caller,
  lines: readonly LineRow[],
): Promise<ReadonlyMap<string, Previous>> {
  const mine = oneOf(lines.map(({ id }) => id))
  const patients = oneOf([...new Set(lines.map(({ patient_id }) => patient_id))])
  const tests = oneOf([...new Set(lines.map(({ test_id }) => test_id))])
  const released = sql`hospital_id = ${hospital_id} and status = 'RELEASED'
    and value_num is not null and not invalid and patient_id${patients} and test_id${tests}
    and not (id${mine})`
  const found = await rows<Before>(
    sql`select r.id, r.patient_id, r.test_id, r.value_num, r.comparator, r.decimals, r.flag,
        coalesce(r.measured_at, r.released_at) as at
      from diagnostic_results r join (
        select patient_id, test_id, max(released_at) as last from diagnostic_results
        where ${released} group by patient_id, test_id
      ) n on n.patient_id = r.patient_id and n.test_id = r.test_id and n.last = r.released_at
      where r.hospital_id = ${hospital_id} and r.status = 'RELEASED' and r.value_num is not null
        and not (r.id${mine})
      order by r.id`,
  )
  return new Map(
    found.map((one) => [
      keyOf(one),
      {
        value: one.value_num,
        shown: valueText({ ...one, value_text: null }),
        flag: one.flag,
        at: one.at,
        result_id: one.id,
      },
    ]),
  )
}

/** DIA-68. */
export function deltaOf(
  line: Pick<
    LineRow,
    'value_num' | 'comparator' | 'invalid' | 'entered_at' | 'measured_at' | 'delta'
  >,
  previous: Previous | null,
  rule: DeltaRule | null,
): DeltaFound | null {
  const { value_num, comparator, invalid } = line
  if (rule === null || previous === null || value_num === null) return null
  if (comparator !== null || invalid || previous.shown.match(/^[<>]/)) return null
  const at = Date.parse(line.measured_at ?? line.entered_at ?? previous.at)
  if (at - Date.parse(previous.at) > days(rule.within_days)) return null
  const change = rounded(value_num - previous.value, 6)
  if (rule.kind === 'PERCENT' && previous.value === 0) return null
  const change_pct =
    previous.value === 0 ? null : rounded((change / Math.abs(previous.value)) * 100, 1)
  const size =
    rule.kind === 'PERCENT' ? Math.abs((change / previous.value) * 100) : Math.abs(change)
  if (size <= rule.limit) return null
  const { limit, action } = rule
  const known =
    line.delta?.change === change && line.delta.state === 'DISMISSED' ? line.delta : null
  return (
    known ?? { change, change_pct, limit, action, state: 'ACTIVE', reason: null, by_name: null }
  )
}

function heldBy(
  bench: Bench,
  line: LineRow,
  delta: DeltaFound | null,
  { state }: Standing,
): Hold[] {
  const { specimen } = partsOf(bench, line)
  const held: Hold[] = []
  if (delta?.state === 'ACTIVE' && delta.action === 'HOLD') held.push('DELTA')
  // What was measured while it was out stays so, until it is repeated or somebody lets it go.
  if (state === 'OUT' || line.held.includes('QC_OUT')) held.push('QC_OUT')
  else if (state === 'DUE') held.push('QC_DUE')
  if (line.instrument_flags.length > 0) held.push('INSTRUMENT_FLAG')
  if ((specimen?.condition.length ?? 0) > 0) held.push('SPECIMEN')
  if (line.invalid) held.push('INVALID')
  return held
}
