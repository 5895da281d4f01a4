// What other areas ask of the mortuary (MOR-21), and what it tells of itself.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { rows } from '../../../store/connection.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import { everyRow, repointing } from '../../care/clinical/repointing.ts'
import type { PerformedService, PerformedServices, Repoint, WorkOpen } from '../../registry.ts'
import type { Module } from '../../modules.ts'
import { codesOf, department, storageKey } from './charging.ts'
import { type Body, liveOf } from './record.ts'
import { bodies, mortuary_cabinets } from './tables.ts'

export async function bodyOf(
  caller: Caller,
  patient_id: string,
): Promise<{ status: string; reference: string; released_at?: string | null } | null> {
  const found = await liveOf(caller, patient_id)
  if (found === undefined) return null
  return { status: found.status, reference: found.number, released_at: found.left_at }
}

const moveRows = repointing({ bodies: everyRow })

/** Two bodies are two people. */
export const repointPatient: Repoint = async (caller, asked) => {
  if (asked.only === undefined) await refuseTwo(caller, asked)
  return moveRows(caller, asked)
}

async function refuseTwo(
  caller: Pick<Caller, 'hospital_id'>,
  { from, to }: { from: string; to: string },
) {
  const one = await liveOf(caller, from)
  const other = await liveOf(caller, to)
  if (one === undefined || other === undefined) return
  throw conflict(`${one.number} and ${other.number} are two bodies: they are not one person.`)
}

/** How many, and the first ten by name. */
async function workIn(
  { hospital_id }: Caller,
  label: string,
  people: boolean,
  statement: Sql,
): Promise<WorkOpen> {
  const found = await rows<{ number: string; n: number }>(
    sql`select b.number, count(*) over () as n from ${statement}
      and b.hospital_id = ${hospital_id} order by b.number limit 10`,
  )
  const references = [...new Set(found.map(({ number }) => number))]
  return { label, count: Number(found[0]?.n ?? 0), references, people }
}

/** 0.3, rows about people first. */
export async function openWork(
  caller: Caller,
  module: Module,
  facility_id: string,
): Promise<WorkOpen[]> {
  if (module !== 'mortuary') return []
  const at = sql`b.facility_id = ${facility_id}`
  const kept = sql`body_belongings i join bodies b on b.id = i.body_id
    where i.state = 'KEPT' and b.status <> 'CANCELLED' and ${at}`
  const passes = sql`body_gate_passes b where b.status = 'VALID' and ${at}`
  return [
    await workIn(
      caller,
      'bodies in the mortuary',
      true,
      sql`bodies b where b.status = 'STORED' and ${at}`,
    ),
    await workIn(
      caller,
      'bodies expected',
      true,
      sql`bodies b where b.status = 'EXPECTED' and ${at}`,
    ),
    await workIn(caller, 'belongings kept', false, kept),
    await workIn(caller, 'gate passes not used', false, passes),
  ]
}

/** MOD-10. */
export async function readiness(
  caller: Caller,
  module: Module,
  facility_id: string,
): Promise<string[]> {
  if (module !== 'mortuary') return []
  const { hospital_id } = caller
  const cabinets = await mortuary_cabinets.count({ hospital_id, facility_id, active: true })
  const codes = [...(await codesOf(caller)).values()]
  return [
    ...(cabinets === 0 ? ['no cabinet'] : []),
    ...(codes.every((code) => code === null) ? ['no tariff for a charge key'] : []),
  ]
}

/** What was done and is charged: taking in, by the day on which it was. */
export const performedServices: PerformedServices = async function* (caller, { from, to }) {
  const codes = await codesOf(caller)
  const taken_in = await bodies.read(
    sql`select ${bodies.selection()} from bodies where hospital_id = ${caller.hospital_id}
      and received_at >= ${from} and received_at < ${to} and status <> 'CANCELLED'
      order by received_at, id limit 5000`,
  )
  const found = [
    ...taken_in.flatMap((body) => actsOf(body, codes)),
    ...(await servicesDone(caller, { from, to }, codes)),
  ]
  for (let start = 0; start < found.length; start += 500) yield found.slice(start, start + 500)
}

async function servicesDone(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { from, to }: { from: string; to: string },
  codes: ReadonlyMap<string, string | null>,
): Promise<PerformedService[]> {
  const done = await rows<{ id: string; kind: string; patient_id: string; performed_at: string }>(
    sql`select s.id, s.kind, b.patient_id, s.performed_at from body_services s
      join bodies b on b.id = s.body_id where s.hospital_id = ${hospital_id}
        and s.status = 'DONE' and s.performed_at >= ${from} and s.performed_at < ${to}
      order by s.id limit 5000`,
  )
  return done.flatMap(({ id, kind, patient_id, performed_at }) => {
    const code = codes.get(kind)
    if (!code) return []
    const about = { code, patient_id, visit_id: null, department, performed_by_id: null }
    return [{ source: 'body_service', source_id: id, done_at: performed_at, ...about }]
  })
}

function actsOf(body: Body, codes: ReadonlyMap<string, string | null>): PerformedService[] {
  const act = (source: string, source_id: string, code: string | null | undefined) =>
    code
      ? [
          {
            source,
            source_id,
            code,
            patient_id: body.patient_id,
            visit_id: null,
            department,
            done_at: body.received_at ?? body.created_at,
            performed_by_id: null,
          },
        ]
      : []
  const days = Array.from({ length: body.charged_days }, (_one, at) => `${body.id}:${at + 1}`)
  return [
    ...act('body', body.id, codes.get('RECEPTION')),
    ...days.flatMap((id) => act('body_day', id, codes.get(storageKey(body)))),
  ]
}
