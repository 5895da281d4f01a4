// Sets of vitals as they are read: one, those of a visit, those of a patient, the latest values,
// and curves (VIT-19).

import type { Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { invalid } from '../../../core/refusal.ts'
import { raw, sql, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'

import { canSee } from '../patients/privacy/privacy.ts'
import { visitRecord } from '../visits/rows.ts'
import { type Drawn, drawn, field_names } from './measures.ts'
import type { Score } from './scoring.ts'
import type { Vitals } from './shapes.ts'
import { vital_watches, vitals } from './tables.ts'
import { recordOf } from '../../../store/record-of.ts'

export type Row = RowOf<(typeof vitals)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const vitalSetRecord = recordOf(vitals, 'set of vitals')

export const statusOf = ({ voided_at, revision }: Row): Vitals['status'] =>
  voided_at !== null ? 'VOIDED' : revision > 1 ? 'AMENDED' : 'FINAL'

export function view(row: Row): Vitals {
  const { author_staff_id, author_name, author_cadre, signed_at, revision } = row
  return {
    ...row,
    status: statusOf(row),
    recorded_by: { staff_id: author_staff_id, name: author_name ?? 'Kituo', cadre: author_cadre },
    recorded_at: signed_at ?? row.created_at,
    version: Math.max(1, revision),
  }
}

export async function find(caller: Caller, id: string): Promise<Vitals> {
  return view(await vitalSetRecord.get(caller, id))
}

export async function ofVisit(
  caller: Caller,
  visit_id: string,
  asked: PageAsked & { include_voided?: boolean },
): Promise<Page<Vitals>> {
  await visitRecord.get(caller, visit_id)
  return listed(caller, asked, [sql`v.visit_id = ${visit_id}`])
}

/** Newest first; sets of restricted visits are for those who may see them. */
export async function ofPatient(
  caller: Caller,
  patient_id: string,
  asked: PageAsked & { include_voided?: boolean; from?: string; to?: string },
): Promise<Page<Vitals>> {
  return listed(caller, asked, [
    sql`v.patient_id = ${patient_id}`,
    ...(await between(caller, asked)),
    await unrestricted(caller, patient_id),
  ])
}

async function unrestricted(caller: Caller, patient_id: string) {
  const sees = await canSee(caller, { patient_id, sensitive: true })
  return sees
    ? undefined
    : sql`not exists (select 1 from visits o where o.id = v.visit_id and o.restricted)`
}

async function between(caller: Caller, { from, to }: { from?: string; to?: string }) {
  if (from !== undefined && to !== undefined && from > to) throw invalid('from', 'is after to.')
  const { timezone } = await hospitalOf(caller)
  return [...withinDays(sql`v.taken_at`, timezone, { from, to })]
}

async function listed(
  caller: Caller,
  asked: PageAsked & { include_voided?: boolean },
  conditions: Parameters<typeof where>[0],
): Promise<Page<Vitals>> {
  const found = await pageFrom(vitals, asked, {
    alias: 'v',
    from: sql` from vitals v${where([
      sql`v.hospital_id = ${caller.hospital_id}`,
      ...conditions,
      asked.include_voided === true ? undefined : sql`v.voided_at is null`,
    ])}`,
    order: raw(' order by v.taken_at desc, v.id desc'),
  })
  return { rows: found.rows.map(view), meta: found.meta }
}

export interface LatestValue {
  field: string
  value: unknown
  at: string
  vitals_id: string
  flag: Vitals['flags'][number]['flag'] | null
}

/** Of so many sets at most: what nobody measured in them is not known any more. */
const latest_sets = 200

export async function latest(caller: Caller, patient_id: string): Promise<LatestValue[]> {
  return newestValues(await newestSets(caller, patient_id, await unrestricted(caller, patient_id)))
}

/** FRO-10: for other areas; `max_age_hours` back, these kinds alone. */
export async function latestVitals(
  caller: Caller,
  patient_id: string,
  { kinds, max_age_hours }: { kinds?: readonly string[]; max_age_hours?: number } = {},
): Promise<LatestValue[]> {
  const since =
    max_age_hours === undefined ? '' : new Date(clock.ms() - hours(max_age_hours)).toISOString()
  const sets = await newestSets(caller, patient_id, sql`v.taken_at >= ${since}`)
  return newestValues(sets).filter(({ field }) => kinds === undefined || kinds.includes(field))
}

/** What was measured last on a visit (EMG-5). */
export async function lastSetOf({ hospital_id }: Of, visit_id: string): Promise<Row | null> {
  const order = ['-taken_at', '-id'] as const
  const [last] = await vitals.all({ hospital_id, visit_id, voided_at: null }, { order, limit: 1 })
  return last ?? null
}

const newestSets = (
  { hospital_id }: Of,
  patient_id: string,
  also: ReturnType<typeof raw> | undefined,
): Promise<Row[]> =>
  vitals.read(
    sql`select ${vitals.selection('v')} from vitals v${where([
      sql`v.hospital_id = ${hospital_id}`,
      sql`v.patient_id = ${patient_id}`,
      sql`v.voided_at is null`,
      also,
    ])} order by v.taken_at desc, v.id desc limit ${latest_sets}`,
  )

const valued = [...field_names, 'gcs_total', 'bmi', 'map', 'shock_index', 'bsa'] as const

function newestValues(sets: readonly Row[]): LatestValue[] {
  return valued.flatMap((field) => {
    const set = sets.find((one) => one[field] !== null)
    if (set === undefined) return []
    const flag = set.flags.find((one) => one.field === field)?.flag ?? null
    return [{ field, value: set[field], at: set.taken_at, vitals_id: set.id, flag }]
  })
}

interface Point {
  at: string
  value: number
  flag: string | null
  voided: false
}

const points_max = 400
const sets_max = 20_000

export async function trend(
  caller: Caller,
  patient_id: string,
  asked: { fields: string; from?: string; to?: string },
): Promise<Record<string, Point[]>> {
  const fields = fieldsOf(asked.fields)
  const found = await vitals.read(
    sql`select ${vitals.selection('v', ['taken_at', 'flags', ...fields])} from vitals v${where([
      sql`v.hospital_id = ${caller.hospital_id}`,
      sql`v.patient_id = ${patient_id}`,
      sql`v.voided_at is null`,
      ...(await between(caller, asked)),
      await unrestricted(caller, patient_id),
    ])} order by v.taken_at desc, v.id desc limit ${sets_max}`,
  )
  const sets = found.reverse()
  return Object.fromEntries(fields.map((field) => [field, thinned(curve(sets, field))]))
}

function fieldsOf(typed: string): Drawn[] {
  const fields = typed.split(',').map((word) => word.trim())
  for (const field of fields) {
    if (!(drawn as readonly string[]).includes(field)) {
      throw invalid('fields', `must be among ${drawn.join(', ')}.`)
    }
  }
  return [...new Set(fields)] as Drawn[]
}

const curve = (sets: readonly Row[], field: Drawn): Point[] =>
  sets.flatMap((set) => {
    const value = set[field]
    if (value === null) return []
    const flag = set.flags.find((one) => one.field === field)?.flag ?? null
    return [{ at: set.taken_at, value, flag, voided: false as const }]
  })

/** Evenly, with the first and the last (VIT-19). */
export function thinned<T>(points: readonly T[], most = points_max): T[] {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, at) => points[Math.round(at * step)] as T)
}

/** FRO-10: the score of the last set of the patient's open visit, or of the last visit. */
export async function earlyWarning({ hospital_id }: Of, patient_id: string): Promise<Score | null> {
  const [last] = await vital_watches.all(
    { hospital_id, patient_id },
    { order: ['-last_at'], limit: 1 },
  )
  return last?.score ?? null
}

/** The weights of the last half year, newest first, and the last height of five years. */
export async function measuredBefore(
  { hospital_id }: Of,
  patient_id: string,
  taken_at: string,
  but: string | null = null,
): Promise<{
  weights: { weight: number; taken_at: string; visit_id: string }[]
  height: number | null
}> {
  const since = (days: number): string =>
    new Date(Date.parse(taken_at) - hours(24 * days)).toISOString()
  const of = sql`hospital_id = ${hospital_id} and patient_id = ${patient_id} and voided_at is null
    and taken_at <= ${taken_at} and id <> ${but ?? ''}`
  const weights = await rows<{ weight: number; taken_at: string; visit_id: string }>(
    sql`select weight, taken_at, visit_id from vitals where ${of} and weight is not null
      and taken_at >= ${since(180)} order by taken_at desc, id desc limit 500`,
  )
  const [tall] = await rows<{ height: number }>(
    sql`select height from vitals where ${of} and height is not null
      and taken_at >= ${since(5 * 365)} order by taken_at desc, id desc limit 1`,
  )
  return { weights, height: tall?.height ?? null }
}
