// The newest set of a visit that counts, for papers and gates of other areas, and those of many patients.

import type { Caller } from '../../../core/caller.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { watching } from './assess.ts'
import type { ScoreBand, ScoreCode } from './words.ts'
import { vitals } from './tables.ts'
import type { Row } from './vitals.ts'

type Of = Pick<Caller, 'hospital_id'>

export async function vitalsOfVisit({ hospital_id }: Of, visit_id: string): Promise<Row | null> {
  const [last] = await vitals.all(
    { hospital_id, visit_id, voided_at: null },
    { order: ['-taken_at', '-id'], limit: 1 },
  )
  return last ?? null
}

export interface LastSet {
  taken_at: string
  next_due_at: string | null
  score: { code: ScoreCode; value: number; band: ScoreBand | null } | null
  /** Against the set before it; null without one. */
  trend: 'UP' | 'SAME' | 'DOWN' | null
  /** `BP 120/80, P 88, T 37.2, RR 18, SpO2 97%`. */
  said: string
}

/** In one statement for a page: the two newest of each. */
export async function lastSetsOf(
  { hospital_id }: Of,
  patient_ids: readonly string[],
): Promise<Map<string, LastSet>> {
  if (patient_ids.length === 0) return new Map()
  const found = await vitals.read(
    sql`select ${vitals.selection('ranked')} from (
        select v.*, row_number() over (
          partition by v.patient_id order by v.taken_at desc, v.id desc) as place
        from vitals v where v.hospital_id = ${hospital_id}
          and v.patient_id${oneOf([...new Set(patient_ids)])} and v.voided_at is null
      ) ranked where place <= 2 order by patient_id, place`,
  )
  return new Map(
    [...Map.groupBy(found, ({ patient_id }) => patient_id)].map(([id, [last, before]]) => [
      id,
      setOf(last as Row, before),
    ]),
  )
}

function setOf(last: Row, before: Row | undefined): LastSet {
  const score = scoreOf(last)
  const then = before === undefined ? null : scoreOf(before)
  return {
    taken_at: last.taken_at,
    next_due_at: last.next_due_at,
    score,
    trend: score === null || then === null ? null : trendOf(score.value - then.value),
    said: saidOf(last),
  }
}

function scoreOf({ scores }: Row): LastSet['score'] {
  const found = watching(scores)
  if (!found || found.value === null) return null
  return { code: found.code, value: found.value, band: found.band }
}

const trendOf = (by: number): LastSet['trend'] => (by > 0 ? 'UP' : by < 0 ? 'DOWN' : 'SAME')

function saidOf(set: Row): string {
  const { systolic, diastolic } = set
  const parts: (readonly [string, number | string | null])[] = [
    ['BP', systolic === null || diastolic === null ? null : `${systolic}/${diastolic}`],
    ['P', set.heart_rate],
    ['T', set.temperature],
    ['RR', set.respiratory_rate],
    ['SpO2', set.oxygen_saturation === null ? null : `${set.oxygen_saturation}%`],
    ['', set.consciousness],
  ]
  return parts
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join(', ')
}
