// What other areas ask of admissions (CAR-213), what a merge makes of them (CAR-215), and what of a
// ward keeps a place open.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { rows, run } from '../../../../store/connection.ts'
import { oneOf, raw, type Sql, sql } from '../../../../store/sql.ts'
import type { Admission } from '../../../neighbours/bedside.ts'
import type { PlaceInHand, Repoint } from '../../../registry.ts'
import { wardInUse } from '../places/wards.ts'
import { wards } from '../places/tables.ts'
import { live_states, lying_states } from '../words.ts'
import { liveOf } from './record.ts'
import { request } from './request.ts'
import { admissions } from './tables.ts'

/** Ruling 36: a request, without a bed; the ward's refusal is handed on. Once for what asks. */
export async function admitPatient(
  caller: Caller,
  asked: {
    patient_id: string
    visit_id: string
    ward_id: string
    emergency_id?: string
    reason?: string | null
    source: string
    source_id: string
  },
): Promise<Admission | null> {
  const { hospital_id } = caller
  const { source: asked_by, source_id: asked_id } = asked
  // While nobody keeps wards here, nobody can be admitted: that is said by whoever asks.
  if ((await wards.count({ hospital_id })) === 0) return null
  const ward = await wardInUse(caller, asked.ward_id)
  const known = await admissions.find({ hospital_id, asked_by, asked_id })
  const row =
    known ??
    (await request(caller, {
      patient_id: asked.patient_id,
      visit_id: asked.visit_id,
      ward_id: ward.id,
      kind: 'EMERGENCY',
      priority: 'EMERGENCY',
      source: 'EMERGENCY',
      reason: (asked.reason ?? '').trim() || 'Emergency',
      emergency_id: asked.emergency_id ?? null,
      asked_by,
      asked_id,
    }))
  return { admission_id: row.id, number: row.number, ward: ward.name, bed: null }
}

const tables = ['admissions', 'bed_transfers'] as const

/** Two stays that go on cannot become one person's. */
export const repointPatient: Repoint = async (caller, { from, to, only }) => {
  if (only === undefined) await notBothLive(caller, from, to)
  const moved: Record<string, string[]> = {}
  for (const table of tables) {
    const chosen = only === undefined ? sql`` : sql` and id${oneOf(only[table] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from ${raw(table)} where hospital_id = ${caller.hospital_id}
        and patient_id = ${from}${chosen}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set patient_id = ${to}
        where hospital_id = ${caller.hospital_id} and id${oneOf(ids)}`,
    )
    moved[table] = ids
  }
  return moved
}

async function notBothLive(caller: Caller, from: string, to: string): Promise<void> {
  const one = await liveOf(caller, to)
  const other = await liveOf(caller, from)
  if (one === undefined || other === undefined) return
  throw conflict(`End admission ${one.number} or ${other.number} first.`)
}

const liveOn = async (hospital_id: string, more: ReturnType<typeof sql>): Promise<number> => {
  const [found] = await rows<{ n: number }>(
    sql`select count(*) as n from admissions where hospital_id = ${hospital_id}
      and status${oneOf([...live_states])} and ${more}`,
  )
  return Number(found?.n ?? 0)
}

export async function placeWork({ hospital_id }: Caller, place: PlaceInHand) {
  if (place.kind === 'location') return []
  const here = place.kind === 'facility' ? { facility_id: place.id } : { department: place.name }
  const open = await wards.count({ hospital_id, active: true, ...here })
  const live =
    place.kind === 'facility' ? await liveOn(hospital_id, sql`facility_id = ${place.id}`) : 0
  return [
    { label: 'wards', count: open },
    { label: 'admissions', count: live },
  ]
}

/** HR-142: who leaves attends nobody any more. */
export const workLeftBy = async ({ hospital_id }: Caller, staff_id: string) => [
  {
    label: 'admissions attended',
    count: await liveOn(hospital_id, sql`attending_id = ${staff_id}`),
  },
]

/** For the lists of nurses: what hangs on a stay that is in this ward now. */
export const inWard = (column: Sql, ward_id: string): Sql =>
  sql`${column} in (select id from admissions where ward_id = ${ward_id}
    and status${oneOf([...lying_states])})`

/** Who lies in a ward now, in the order in which they came. */
export const lyingInWard = ({ hospital_id }: Pick<Caller, 'hospital_id'>, ward_id: string) =>
  admissions.all(
    { hospital_id, ward_id, status: [...lying_states] },
    { order: ['admitted_at', 'id'] },
  )

export const admissionsById = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
) => (ids.length === 0 ? [] : admissions.all({ hospital_id, id: [...ids] }))

/** How these patients are to be kept apart, never why (CAR-148). */
export async function isolationOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const found = await admissions.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(
    found.flatMap(({ id, isolation }) =>
      isolation === null || isolation.ended_at ? [] : [[id, [...isolation.kinds]] as const],
    ),
  )
}
