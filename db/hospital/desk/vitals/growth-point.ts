// The growth point of a set: what the hospital loaded is one statement for all its look-ups, what
// came with the product is in memory.

import type { Caller } from '../../../core/caller.ts'
import { join, sql } from '../../../store/sql.ts'
import type { Row as Patient } from '../patients/rows.ts'
import type { Before, Case, Tables } from './assess.ts'
import {
  type Child,
  classOf,
  falters,
  flaggedBy,
  type Grown,
  grown_months,
  type Neighbours,
  no_scores,
  reasonFor,
  scored,
  type Scores,
  setFor,
  sexesOf,
  type Sought,
  soughtOf,
  z_names,
} from './growth.ts'
import type { LmsRow } from './growth-z.ts'
import { muacClass } from './nutrition.ts'
import type { Values } from './read-input.ts'
import type { GrowthSet } from './rows.ts'
import { isShipped, shippedRows } from './shipped/growth.ts'
import { growth_rows } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>
const day_ms = 86_400_000

export async function ownGrowth(
  caller: Of,
  tables: Tables,
  patient: Pick<Patient, 'id' | 'sex' | 'birth_date_estimated'>,
  values: Values,
  of: Case,
  before: Before,
): Promise<Record<string, unknown> | null> {
  const { age_days, age_months } = of.person
  const grown = grownOf(values)
  if (age_months >= grown_months || Object.values(grown).every((one) => one === null)) return null
  const sets = tables.GROWTH.rows
  const child: Child = {
    sex: patient.sex,
    age_days,
    age_months,
    estimated: patient.birth_date_estimated,
  }
  const sought = soughtOf(child, grown)
  const earlier = earlierWeight(of, before)
  const then = earlierSought(child, earlier)
  const neighbours = await neighboursOf(caller, sets, child, [...sought, ...then])
  const scores: Scores = { ...no_scores }
  const missing: string[] = []
  for (const one of sought) {
    const z = scored(sets, neighbours, child, one)
    scores[z_names[one.indicator]] = z
    if (z === null && child.sex !== 'Ambiguous') missing.push(one.indicator)
  }
  const [before_then] = then
  const past =
    earlier === null || grown.weight === null
      ? null
      : {
          ...earlier,
          z: before_then === undefined ? null : scored(sets, neighbours, child, before_then),
        }
  const swollen = (grown.oedema ?? 0) >= 1
  return {
    patient_id: patient.id,
    on: of.taken_at,
    age_days,
    ...grown,
    ...scores,
    flagged: flaggedBy(scores),
    reason: reasonFor(child, grown, missing),
    class: classOf(scores, child, {
      swollen,
      muac_class: muacClass(tables.MUAC.rows, of.person, grown.muac),
    }),
    faltering:
      grown.weight !== null &&
      !swollen &&
      falters(age_days, { weight: grown.weight, z: scores.z_wfa }, past),
    table_version: tables.GROWTH.version,
    table_adopted: tables.GROWTH.adopted,
  }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const grownOf = (values: Values): Grown => ({
  weight: numberOf(values.weight),
  height: numberOf(values.height),
  height_position: (values.height_position ?? null) as Grown['height_position'],
  muac: numberOf(values.muac),
  head_circumference: numberOf(values.head_circumference),
  oedema: numberOf(values.oedema),
})

/** The last weight of another visit, four weeks ago or longer: it stands for growth since. */
function earlierWeight({ taken_at, visit_id }: Case, { weights }: Before) {
  for (const one of weights) {
    const days_ago = Math.floor((Date.parse(taken_at) - Date.parse(one.taken_at)) / day_ms)
    if (one.visit_id !== visit_id && days_ago >= 28) return { weight: one.weight, days_ago }
  }
  return null
}

function earlierSought(
  { age_days, estimated }: Child,
  earlier: { weight: number; days_ago: number } | null,
): Sought[] {
  if (earlier === null || estimated || earlier.days_ago > age_days) return []
  const at = age_days - earlier.days_ago
  return [{ indicator: 'WFA', axes: ['DAY', 'MONTH'], at, value: earlier.weight }]
}

/** The two rows of each set that lie next to what is looked up. */
async function neighboursOf(
  { hospital_id }: Of,
  sets: readonly GrowthSet[],
  child: Child,
  sought: readonly Sought[],
): Promise<Neighbours> {
  const points = sought.flatMap((one) =>
    sexesOf(child).flatMap((sex) => {
      const set = setFor(sets, one, sex)
      return set === undefined || isShipped(set.set_id) ? [] : [{ set_id: set.set_id, at: one.at }]
    }),
  )
  const found = points.length === 0 ? [] : await loadedRows(hospital_id, points)
  return (set_id, at) => {
    if (isShipped(set_id)) return nextTo(shippedRows(set_id), at)
    const own = found.filter((row) => row.set_id === set_id).sort((a, b) => a.at - b.at)
    return nextTo(own, at)
  }
}

const loadedRows = (
  hospital_id: string,
  points: readonly { set_id: string; at: number }[],
): Promise<(LmsRow & { set_id: string })[]> =>
  growth_rows.read(
    sql`select ${growth_rows.selection('g')} from growth_rows g
      where g.hospital_id = ${hospital_id} and (${join(
        points.map(
          ({ set_id, at }) => sql`(g.set_id = ${set_id} and (
            g.at = (select max(b.at) from growth_rows b where b.set_id = ${set_id} and b.at <= ${at})
            or g.at = (select min(a.at) from growth_rows a where a.set_id = ${set_id} and a.at >= ${at})))`,
        ),
        ' or ',
      )})`,
  )

const nextTo = (rows: readonly LmsRow[], at: number): [LmsRow | null, LmsRow | null] => [
  rows.findLast((row) => row.at <= at) ?? null,
  rows.find((row) => row.at >= at) ?? null,
]
