// Bodies as they go out: a page of them in a fixed number of statements, and one with all its parts.

import { type Caller, can } from '../../../core/caller.ts'
import { clock, days, instantIn } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { deathNotificationOf } from '../../care/certificates/for-areas.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { notByName } from '../../desk/patients/privacy/lists.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { inScope } from '../../office/places/facilities.ts'
import { rowIn } from '../parts/part-table.ts'
import { belongingsOf } from './belongings.ts'
import { codesOf, daysDue, storageKey, unpaidOf } from './charging.ts'
import { standingIn } from './holds.ts'
import { noticesOf, viewingsOf } from './notices.ts'
import { settings_table } from './part-tables.ts'
import { passOf } from './passes.ts'
import { type Body as Row, bodyRecord } from './record.ts'
import { ofBody as servicesShown } from './services/view.ts'
import type { Body, BodyShort } from './shapes.ts'
import { daysKept, freeUntil } from './storage.ts'
import { bodies, mortuary_cabinets } from './tables.ts'
import { unclaimedOf } from './unclaimed.ts'

export interface BodyFilter extends PageAsked {
  search?: string
  status?: Row['status']
  source?: Row['source']
  kind?: Row['kind']
  identity?: Row['identity']
  police?: boolean
  hold?: string
  cabinet?: string
  days_over?: number
  patient_id?: string
  from?: string
  to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: BodyFilter): Promise<Page<BodyShort>> {
  const { timezone } = await hospitalOf(caller)
  const police = sql`b.police like ${'%"case":true%'}`
  const found = await pageFrom(bodies, asked, {
    alias: 'b',
    from: sql` from bodies b${where([
      sql`b.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'b.facility_id'),
      when(asked.status, sql`b.status = ${asked.status}`),
      when(asked.source, sql`b.source = ${asked.source}`),
      when(asked.kind, sql`b.kind = ${asked.kind}`),
      when(asked.identity, sql`b.identity = ${asked.identity}`),
      when(asked.patient_id, sql`b.patient_id = ${asked.patient_id}`),
      when(asked.cabinet, sql`b.cabinet_id = ${asked.cabinet}`),
      when(asked.hold, sql`b.holds like ${`%"${(asked.hold ?? '').replace(/[^A-Z_]/g, '')}"%`}`),
      asked.police === undefined
        ? undefined
        : asked.police
          ? police
          : sql`(b.police is null or not ${police})`,
      asked.days_over === undefined
        ? undefined
        : sql`b.status = 'STORED' and b.received_at < ${instantIn(-days(asked.days_over))}`,
      ...withinDays(sql`b.received_at`, timezone, asked),
      matching('bodies', asked.search, 'b'),
      notByName(caller, asked.search, ['b.number', 'b.tag_no', 'b.patient_number'], 'b.patient_id'),
    ])}`,
    order: sql` order by b.created_at desc, b.id desc`,
  })
  return { rows: await shortOf(caller, found.rows), meta: found.meta }
}

export async function shortOf(caller: Caller, found: readonly Row[]): Promise<BodyShort[]> {
  const { hospital_id } = caller
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const ids = [...new Set(found.flatMap(({ cabinet_id }) => cabinet_id ?? []))]
  const cabinets = ids.length === 0 ? [] : await mortuary_cabinets.all({ hospital_id, id: ids })
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const cabinet = cabinets.find(({ id }) => id === row.cabinet_id)
    return [
      {
        ...row,
        reference: row.number,
        patient,
        cabinet: cabinet?.code ?? null,
        police_case: row.police?.case ?? false,
        days: daysKept(row.received_at, row.left_at ?? clock.instant()),
      },
    ]
  })
}

export const find = async (caller: Caller, id: string): Promise<Body> =>
  whole(caller, await bodyRecord.get(caller, id))

interface Said {
  warnings?: readonly string[]
  gate_warnings?: readonly GateResult[]
}

export async function whole(
  caller: Caller,
  row: Row,
  { warnings = [], gate_warnings = [] }: Said = {},
): Promise<Body> {
  const now = await bodyRecord.get(caller, row.id)
  const [short] = await shortOf(caller, [now])
  const { death } = await patientRecord.get(caller, now.patient_id)
  const notices = await noticesOf(caller, now.id)
  const pass = await passOf(caller, now.id)
  const notification = now.own ? await deathNotificationOf(caller, now.patient_id) : null
  return {
    ...(short as BodyShort),
    ...now,
    holds: now.status === 'STORED' ? await holdsNow(caller, now) : [],
    certificate_id: notification?.issued === true ? notification.certificate_id : null,
    died_at_estimated: death?.died_at_estimated ?? false,
    place_of_death: death?.place ?? null,
    storage: await storageOf(caller, now),
    unclaimed: unclaimedOf({
      received_at: now.received_at,
      now: now.left_at ?? clock.instant(),
      notices,
      settings: await rowIn(caller, settings_table),
    }),
    gate_pass: pass === undefined ? null : { ...pass, code: pass.number },
    belongings: await belongingsOf(caller, now.id),
    services: await servicesShown(caller, now.id),
    viewings: await viewingsOf(caller, now.id),
    notices: notices.map((one) => ({ ...one, where: one.kind })),
    moves: bodyRecord.moves(caller, now) as Body['moves'],
    history: await bodyRecord.history(caller, now.id),
    warnings: [...warnings],
    gate_warnings: [...gate_warnings],
  }
}

async function holdsNow(caller: Caller, row: Row): Promise<string[]> {
  const standing = await standingIn(caller, row, 'CLAIMANT')
  const keys = standing.filter(({ level }) => level !== 'WARN').flatMap(({ gate }) => gate ?? [])
  return [...new Set(keys)]
}

async function storageOf(caller: Caller, row: Row): Promise<Body['storage']> {
  const { free_hours, day_rule } = await rowIn(caller, settings_table)
  const { received_at, charged_days } = row
  const code = (await codesOf(caller)).get(storageKey(row)) ?? null
  return {
    from: received_at,
    free_until: received_at === null ? null : freeUntil({ received_at, free_hours }),
    day_rule,
    days: (await daysDue(caller, row)).length,
    charged_days,
    // Amounts and what they go by are for who reads bills (MOD-16).
    daily_code: can(caller, 'bill:read') ? code : null,
    payment_ok: row.status === 'CANCELLED' || (await unpaidOf(caller, row)) === null,
  }
}
