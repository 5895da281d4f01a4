// What other areas ask of maternity (MAT-31), and what ends with a life, a merge or a switch (MOD-3, MOD-19).

import type { Caller } from '../../../core/caller.ts'
import { dayIn, nextDay } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, type Sql, sql } from '../../../store/sql.ts'
import { pregnanciesOf } from '../../neighbours/care.ts'
import type { Pregnancy } from '../../neighbours/maternity.ts'
import { notify } from '../../office/notifications/notify.ts'
import { dayAt } from '../../office/hospitals/hospitals.ts'
import { today, zoneOf } from '../../office/places/hours.ts'
import { switchesOf } from '../../office/places/switches.ts'
import type { OpenWork, PerformedServices, Repoint, WorkOpen } from '../../registry.ts'
import { charge_sources } from './charging.ts'
import { charges_table } from './chosen/tables.ts'
import { rowsIn } from '../parts/part-table.ts'
import { inLabour } from './labours/of.ts'
import { closeAlerts } from './labours/over.ts'
import { labourRecord } from './labours/record.ts'
import { lying_in_days } from './pregnancies/closing.ts'
import { gestationOn, trimesterOf } from './pregnancies/dates.ts'
import { openOf, pregnancyRecord, type PregnancyRow } from './pregnancies/record.ts'
import { pregnancies } from './pregnancies/tables.ts'
import { live_stages } from './words.ts'

type Of = Pick<Caller, 'hospital_id'>

/** MAT-31; while the module is off, what care knows (MOD 0.3). */
export async function pregnancyOf(
  caller: Caller,
  patient_id: string,
  at?: string,
): Promise<Pregnancy | null> {
  const row = await openOf(caller, patient_id)
  if (row === undefined || !(await isOn(caller, row.facility_id))) return byCare(caller, patient_id)
  const on = at === undefined ? await today(caller, row.facility_id) : await dayAt(caller, at)
  return known(caller, row, on)
}

const isOn = async ({ hospital_id }: Of, facility_id: string): Promise<boolean> =>
  (await switchesOf(hospital_id, facility_id)).on.maternity

async function known(caller: Caller, row: PregnancyRow, on: string): Promise<Pregnancy> {
  const far = gestationOn(row.edd, on)
  const pregnant = row.status === 'OPEN' || row.status === 'IN_LABOUR'
  const delivered_on =
    row.delivered_at === null
      ? null
      : dayIn(await zoneOf(caller, row.facility_id), new Date(row.delivered_at))
  const postpartum_until = delivered_on === null ? null : nextDay(delivered_on, lying_in_days)
  return {
    pregnant,
    pregnancy_id: row.id,
    status: row.status,
    edd: row.edd,
    gestation: pregnant ? (far?.weeks ?? null) : null,
    trimester: pregnant && far !== null ? trimesterOf(far) : null,
    breastfeeding: row.status === 'POSTPARTUM',
    postpartum: postpartum_until !== null && on <= postpartum_until,
    postpartum_until,
    high_risk: row.risk_level === 'HIGH',
  }
}

async function byCare(caller: Caller, patient_id: string): Promise<Pregnancy | null> {
  const found = (await pregnanciesOf(caller, [patient_id])).get(patient_id)
  if (found === undefined) return null
  const { pregnant, edd, weeks } = found
  const far = typeof weeks === 'number' ? { weeks, days: 0 } : null
  return {
    pregnant,
    pregnancy_id: null,
    status: pregnant ? 'YES' : 'NO',
    edd: edd ?? null,
    gestation: weeks ?? null,
    trimester: pregnant && far !== null ? trimesterOf(far) : null,
    postpartum: false,
    postpartum_until: null,
    high_risk: false,
  }
}

export async function labourOf(
  caller: Caller,
  patient_id: string,
): Promise<{ started_at: string } | null> {
  const row = await inLabour(caller, patient_id)
  return row === undefined ? null : { started_at: row.onset_at ?? row.admitted_at }
}

/** Who gave birth in the last 42 days, and on which day; in one statement for a page. */
export async function deliveredOn(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (patient_ids.length === 0) return new Map()
  const { hospital_id } = caller
  const found = await pregnancies.all({
    hospital_id,
    patient_id: [...new Set(patient_ids)],
    status: 'POSTPARTUM',
  })
  const days = new Map<string, string>()
  for (const { patient_id, delivered_at } of found) {
    if (delivered_at !== null) days.set(patient_id, await dayAt(caller, delivered_at))
  }
  return days
}

/** MAT-1: while it is open, nobody says elsewhere that she is not pregnant. */
export async function pregnancyInHand(caller: Caller, patient_id: string): Promise<string | null> {
  const row = await openOf(caller, patient_id)
  if (row === undefined || row.status === 'POSTPARTUM') return null
  return (await isOn(caller, row.facility_id)) ? row.number : null
}

/** A woman who dies while she is pregnant, or in the 42 days after (maternity 3). */
export async function onDeath(
  caller: Caller,
  patient_id: string,
  died_at: string,
): Promise<Record<string, readonly string[]>> {
  await childDied(caller, patient_id, died_at)
  const open = await openOf(caller, patient_id)
  if (open === undefined) return {}
  const labour = await inLabour(caller, patient_id)
  if (labour !== undefined) {
    const before = await labourRecord.locked(caller, labour.id)
    await labourRecord.moved(caller, before, 'end', { ended_at: died_at, outcome: 'DIED' })
    await closeAlerts(caller, labour.id)
  }
  const before = await pregnancyRecord.locked(caller, open.id)
  const over = before.delivered_at !== null && isLongAgo(before.delivered_at, died_at)
  await pregnancyRecord.moved(caller, before, 'die', {
    outcome: over ? before.outcome : 'MATERNAL_DEATH',
    closed_on: await dayAt(caller, died_at),
    next_contact_on: null,
  })
  if (!over) await tellDeath(caller, before)
  return {
    pregnancies: [open.number],
    ...(labour === undefined ? {} : { labours: [labour.number] }),
  }
}

const isLongAgo = (delivered_at: string, died_at: string): boolean =>
  Date.parse(died_at) - Date.parse(delivered_at) > lying_in_days * 86_400_000

const tellDeath = (caller: Caller, { id, number }: PregnancyRow) =>
  notify(caller, {
    to: { role: 'medical_in_charge' },
    kind: 'maternity.death',
    title: 'A maternal death',
    body: `${number}: the woman died. A maternal death review is due in 7 days.`,
    entity: { type: 'pregnancy', id },
    outside: { title: 'Maternity', body: 'Maternity: a death to review. Sign in to read it.' },
  })

/** MAT-18: the mother's record stays, and knows it. */
const childDied = ({ hospital_id }: Of, patient_id: string, died_at: string) =>
  run(
    sql`update births set died_at = ${died_at} where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and died_at is null`,
  )

const of_patients = [
  ['pregnancies', 'patient_id'],
  ['maternity_contacts', 'patient_id'],
  ['labours', 'patient_id'],
  ['labour_alerts', 'patient_id'],
  ['birth_notifications', 'patient_id'],
  ['births', 'patient_id'],
  ['births', 'mother_id'],
] as const

/** MOD-19: two open pregnancies cannot become one woman's. */
export const repointPatient: Repoint = async (caller, { from, to, only }) => {
  if (only === undefined) await notBothOpen(caller, from, to)
  const moved: Record<string, string[]> = {}
  for (const [table, column] of of_patients) {
    const key = column === 'patient_id' ? table : `${table}.${column}`
    const ids = await idsOf(caller, table, column, from, only?.[key], only !== undefined)
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set ${raw(column)} = ${to}
        where hospital_id = ${caller.hospital_id} and id${oneOf(ids)}`,
    )
    moved[key] = ids
  }
  return moved
}

async function idsOf(
  { hospital_id }: Of,
  table: string,
  column: string,
  from: string,
  chosen: readonly string[] | undefined,
  is_undo: boolean,
): Promise<string[]> {
  const more: Sql = is_undo ? sql` and id${oneOf(chosen ?? [])}` : sql``
  const found = await rows<{ id: string }>(
    sql`select id from ${raw(table)} where hospital_id = ${hospital_id}
      and ${raw(column)} = ${from}${more}`,
  )
  return found.map(({ id }) => id)
}

async function notBothOpen(caller: Caller, from: string, to: string): Promise<void> {
  const one = await openOf(caller, to)
  const other = await openOf(caller, from)
  if (one === undefined || other === undefined) return
  throw conflict(`Close pregnancy ${one.number} or ${other.number} first.`)
}

interface Counted {
  label: string
  from: Sql
  number: string
  people?: true
  never?: true
}

/** MOD-3: who is in labour is never switched away (ruling 21). */
export const openWork: OpenWork = async ({ hospital_id }, module, facility_id) => {
  if (module !== 'maternity') return []
  const here = (alias: string): Sql =>
    sql`${raw(alias)}.hospital_id = ${hospital_id} and ${raw(alias)}.facility_id = ${facility_id}`
  const counted: readonly Counted[] = [
    {
      label: 'women in labour',
      from: sql`labours l where ${here('l')} and l.status${oneOf([...live_stages])}`,
      number: 'l.number',
      people: true,
      never: true,
    },
    {
      label: 'open pregnancies',
      from: sql`pregnancies p where ${here('p')} and p.status${oneOf(['OPEN', 'IN_LABOUR'])}`,
      number: 'p.number',
      people: true,
    },
    {
      label: 'women and newborns within 42 days',
      from: sql`pregnancies p where ${here('p')} and p.status = 'POSTPARTUM'`,
      number: 'p.number',
      people: true,
    },
    {
      label: 'births not notified',
      from: sql`births b join labours l on l.id = b.labour_id where ${here('b')}
        and b.outcome = 'LIVE' and not exists (select 1 from birth_notifications n
          where n.birth_id = b.id and n.status = 'ISSUED')`,
      number: 'l.number',
    },
  ]
  return Promise.all(counted.map(rowOf))
}

async function rowOf({ label, from, number, people, never }: Counted): Promise<WorkOpen> {
  const [sum] = await rows<{ n: number }>(sql`select count(*) as n from ${from}`)
  const found = await rows<{ number: string }>(
    sql`select ${raw(number)} as number from ${from} order by 1 limit 10`,
  )
  return {
    label,
    count: Number(sum?.n ?? 0),
    references: found.map((one) => one.number),
    ...(people === undefined ? {} : { people }),
    ...(never === undefined ? {} : { never }),
  }
}

/** MOD-10: charges that nobody has bound to a price. */
export async function readiness(
  caller: Caller,
  module: string,
  _facility_id: string,
): Promise<string[]> {
  if (module !== 'maternity') return []
  const unbound = (await rowsIn(caller, charges_table)).filter(({ code }) => !code)
  return unbound.length === 0 ? [] : [`no charge for ${unbound.map(({ key }) => key).join(', ')}`]
}

const piece = 500

interface Act {
  key: keyof typeof charge_sources
  source_id: string
  patient_id: string
  visit_id: string | null
  done_at: string
}

/** BIL-138: what was done under a key that has a price, by the source under which it is charged. */
export const performedServices: PerformedServices = async function* (caller, asked) {
  const codes = new Map(
    (await rowsIn(caller, charges_table)).map(({ key, code }) => [key as string, code]),
  )
  for await (const acts of pieces(caller, asked)) {
    const charged = acts.flatMap(({ key, ...act }) => {
      const code = codes.get(key)
      if (!code) return []
      const source = charge_sources[key]
      return [{ ...act, source, code, department: null, performed_by_id: null }]
    })
    if (charged.length > 0) yield charged
  }
}

async function* pieces(
  { hospital_id }: Of,
  { from, to }: { from: string; to: string },
): AsyncGenerator<Act[]> {
  const booked = sql`select p.id as source_id, 'BOOKING' as key, p.patient_id, null as visit_id,
      p.created_at as done_at from pregnancies p where p.hospital_id = ${hospital_id}
      and not p.unbooked and p.created_at >= ${from} and p.created_at <= ${to}`
  const seen = sql`select c.id as source_id,
      case when c.kind = 'ANTENATAL' then 'CONTACT' else 'PNC' end as key, c.patient_id, c.visit_id,
      c.at as done_at from maternity_contacts c where c.hospital_id = ${hospital_id}
      and c.at >= ${from} and c.at <= ${to}`
  const delivered = sql`select l.id as source_id,
      case when exists (select 1 from births b where b.labour_id = l.id and b.mode <> 'SPONTANEOUS')
        then 'DELIVERY_ASSISTED' else 'DELIVERY_NORMAL' end as key,
      l.patient_id, l.visit_id, d.signed_at as done_at
      from labour_deliveries d join labours l on l.id = d.labour_id
      where d.hospital_id = ${hospital_id} and d.signed_at >= ${from} and d.signed_at <= ${to}`
  for (const acts of [booked, seen, delivered]) yield* inPieces(acts)
}

async function* inPieces(acts: Sql): AsyncGenerator<Act[]> {
  let after = ''
  for (;;) {
    const found = await rows<Act>(
      sql`select * from (${acts}) acts where source_id > ${after} order by source_id limit ${piece}`,
    )
    if (found.length > 0) yield found
    if (found.length < piece) return
    after = found.at(-1)?.source_id ?? ''
  }
}
