// The operator of a hosted service opens, lists, suspends and reinstates hospitals (platform 3.4).

import { type Caller, operator, platform_id, system } from '../../../core/caller.ts'
import { clock, days, instantIn, nextDay } from '../../../core/clock.ts'
import { rows, run, within } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noneCalled, noSuch } from '../../../core/refusal.ts'
import { oneOf, raw, sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { forgetCallers } from '../../office/access/callers.ts'
import { roles } from '../../office/access/tables.ts'
import { makeTemporary } from '../../office/access/users/codes.ts'
import { openWith } from '../../office/access/users/open.ts'
import { record } from '../../office/audit/record.ts'
import { byCode, forget } from '../../office/hospitals/hospitals.ts'
import { hospitals } from '../../office/hospitals/tables.ts'
import { hospital_states } from '../../office/hospitals/words.ts'
import type { Hospital, HospitalInput, HospitalOpened, Suspend } from './shapes.ts'

type Row = RowOf<(typeof hospitals)['columns']>

const evaluation_days_default = 60
/** A suspension on legal grounds is said so many days ahead. */
const legal_notice_days = 7

export const hospital_life = life('hospital', hospital_states, {
  restrict: { from: ['ACTIVE'], to: 'RESTRICTED', permission: 'platform:hospital' },
  suspend: { from: ['ACTIVE', 'RESTRICTED'], to: 'SUSPENDED', permission: 'platform:hospital' },
  reinstate: { from: ['RESTRICTED', 'SUSPENDED'], to: 'ACTIVE', permission: 'platform:hospital' },
  close: { from: ['SUSPENDED'], to: 'CLOSED', permission: 'platform:hospital' },
})

export interface HospitalListing extends PageAsked {
  search?: string
  status?: (typeof hospital_states)[number]
}

export async function list(_caller: Caller, asked: HospitalListing): Promise<Page<Hospital>> {
  const words = folded(asked.search ?? '').trim()
  const page = await pageFrom(hospitals, asked, {
    from: sql` from hospitals${where([
      sql`id <> ${platform_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      // A service has hundreds of hospitals, not millions: a scan of their names is no cost.
      words !== '' && sql`(lower(name) like ${`%${words}%`} or code like ${`${words}%`})`,
    ])}`,
    order: sql` order by code, id`,
  })
  return { rows: await view(page.rows), meta: page.meta }
}

/** The tenant, its main branch, its roles, and the first administrator, who is invited. */
export async function open(caller: Caller, input: HospitalInput): Promise<HospitalOpened> {
  const evaluation = input.evaluation_days ?? evaluation_days_default
  const temporary = await makeTemporary()
  // What a new hospital is furnished with is read when one is opened.
  const { openTenant } = await import('../provisioning/tenant.ts')
  return within(async () => {
    const { hospital, facility_id } = await openTenant(
      {
        ...input,
        contact: {
          name: input.contact.name,
          email: input.contact.email ?? null,
          phone: input.contact.phone ?? null,
        },
        evaluation_ends_on: nextDay(clock.instant().slice(0, 10), evaluation),
      },
      caller.name,
    )
    const role = await roles.find({ hospital_id: hospital.id, code: 'administrator' })
    // The first role is given by the house itself: nobody of the hospital is there to give it.
    const administrator = await openWith(
      system(hospital.id, caller.request_id),
      {
        ...input.administrator,
        roles: [{ role_id: role?.id ?? '' }],
        facility_ids: [facility_id],
        invite: true,
      },
      temporary,
    )
    for (const by of [caller, asOperator(caller, hospital.id)])
      record(by, 'hospital.create', about(hospital))
    const [opened] = await view([hospital])
    return { ...(opened as Hospital), administrator }
  })
}

export async function find(_caller: Caller, id: string): Promise<Hospital> {
  const [hospital] = await view([await rowOf(id)])
  return hospital as Hospital
}

export async function suspend(caller: Caller, id: string, input: Suspend): Promise<Hospital> {
  const hospital = await rowOf(id)
  fresh(caller, hospital)
  if (input.reason_code === 'UNPAID') {
    throw conflict('A hospital is not suspended for money; restrict it.')
  }
  hospital_life.move('suspend', hospital.status, hospital.code)
  const from = input.from === undefined ? clock.instant() : new Date(input.from).toISOString()
  if (input.reason_code === 'LEGAL' && from < instantIn(days(legal_notice_days))) {
    throw invalid('from', `must be at least ${legal_notice_days} days ahead.`)
  }
  await hospitals.change({ id }, { suspended_from: from, status_reason: input.reason })
  forget(id)
  record(caller, 'hospital.suspend', {
    ...about(hospital),
    reason: input.reason,
    changes: { suspended_from: [null, from] },
  })
  record(asOperator(caller, id), 'hospital.suspend', { ...about(hospital), reason: input.reason })
  if (from <= clock.instant()) await takeEffect(caller, hospital)
  return find(caller, id)
}

export async function reinstate(caller: Caller, id: string, reason: string): Promise<Hospital> {
  const hospital = await rowOf(id)
  fresh(caller, hospital)
  // One that is announced and has not begun is taken back in the same way.
  const announced = hospital.status !== 'SUSPENDED' && hospital.suspended_from !== null
  const status = announced
    ? hospital.status
    : hospital_life.move('reinstate', hospital.status, hospital.code)
  await hospitals.change({ id }, { status, status_reason: null, suspended_from: null })
  forget(id)
  forgetCallers()
  for (const by of [caller, asOperator(caller, id)]) {
    record(by, 'hospital.reinstate', {
      ...about(hospital),
      from_state: hospital.status,
      to_state: status,
      reason,
    })
  }
  return find(caller, id)
}

/** For the timetable: suspensions whose moment has come. Answers how many took effect. */
export async function suspendDue(caller: Caller): Promise<number> {
  const due = await hospitals.read(
    sql`select ${hospitals.selection()} from hospitals where suspended_from <= ${clock.instant()} and status${oneOf(['ACTIVE', 'RESTRICTED'])}`,
  )
  for (const hospital of due) await within(() => takeEffect(caller, hospital), 'jobs')
  return due.length
}

/** Sign-in is shut and open sessions end; nothing is erased, schedules go on. */
async function takeEffect(caller: Caller, hospital: Row): Promise<void> {
  const status = hospital_life.move('suspend', hospital.status, hospital.code)
  await hospitals.change({ id: hospital.id }, { status })
  await run(
    sql`update sessions set closed_at = ${clock.instant()}, close_reason = ${'hospital_suspended'} where hospital_id = ${hospital.id} and closed_at is null`,
  )
  forget(hospital.id)
  forgetCallers()
  record(asOperator(caller, hospital.id), 'hospital.suspended', {
    ...about(hospital),
    from_state: hospital.status,
    to_state: status,
  })
}

/** As people name a hospital: the workspace word. */
export async function called(code: string): Promise<Row> {
  const found = await byCode(code)
  if (found === undefined || found.id === platform_id) throw noneCalled('hospital', code)
  return found
}

export async function rowOf(id: string): Promise<Row> {
  const found = id === platform_id ? undefined : await hospitals.find({ id })
  if (found === undefined) throw noSuch('hospital')
  return found
}

const about = (hospital: Row) => ({
  entity_type: 'hospital',
  entity_id: hospital.id,
  entity_label: hospital.name,
})

/** The operator's act as it stands in the hospital's own log. */
const asOperator = (caller: Caller, hospital_id: string): Caller =>
  caller.kind === 'COMMAND_LINE'
    ? operator(hospital_id, caller.name)
    : {
        ...operator(hospital_id, `${caller.name} (operator)`),
        kind: 'PLATFORM',
        request_id: caller.request_id,
        ip: caller.ip,
      }

async function view(found: readonly Row[]): Promise<Hospital[]> {
  const ids = found.map(({ id }) => id)
  const count = async (table: string, condition: string): Promise<Map<string, number>> => {
    const counted = await rows<{ hospital_id: string; n: number }>(
      sql`select hospital_id, count(*) as n from ${raw(table)} where hospital_id${oneOf(ids)} and ${raw(condition)} group by hospital_id`,
    )
    return new Map(counted.map(({ hospital_id, n }) => [hospital_id, Number(n)]))
  }
  const [users, facilities, stored] = await Promise.all([
    count('users', "kind = 'STAFF' and status <> 'CLOSED'"),
    count('facilities', "status = 'ACTIVE'"),
    rows<{ hospital_id: string; n: number }>(
      sql`select hospital_id, sum(size) as n from attachments where hospital_id${oneOf(ids)} group by hospital_id`,
    ),
  ])
  const storageMb = (id: string): number =>
    Math.round(Number(stored.find((one) => one.hospital_id === id)?.n ?? 0) / 2 ** 20)
  return found.map((hospital) => ({
    ...hospital,
    reason: hospital.status_reason,
    counts: {
      users: users.get(hospital.id) ?? 0,
      facilities: facilities.get(hospital.id) ?? 0,
      storage_mb: storageMb(hospital.id),
    },
  }))
}
