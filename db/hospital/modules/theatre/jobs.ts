// What theatre does by itself (section 7): lists are published and closed, what was not begun goes back to the waiting
// list, and who has not signed is told. A branch where the module is off is skipped (MOD-9).

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, nextDay, timeIn } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { codeOf } from '../../care/records/codes/codes.ts'
import { tellList } from '../../care/clinical/tell-list.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { notify } from '../../office/notifications/notify.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { facilities } from '../../office/places/places.ts'
import { switchesOf } from '../../office/places/switches.ts'
import { putOff } from './cases/putting-off.ts'
import { caseRecord, type CaseRow } from './cases/record.ts'
import { theatre_cases } from './cases/tables.ts'
import { listOfSession } from './sessions/order.ts'
import { sessionRecord, type SessionRow } from './sessions/record.ts'
import { theatre_sessions } from './sessions/tables.ts'
import { settingsOf } from './settings/tables-of-theatre.ts'

/** The branches with a theatre that is switched on, each as its own people see it. */
async function* branches(caller: Caller) {
  for (const { id } of await facilities(caller)) {
    const { on } = await switchesOf(caller.hospital_id, id)
    if (!on.theatre) continue
    yield { there: { ...caller, facility_id: id }, zone: await zoneOf(caller, id) }
  }
}

/** OT-7: tomorrow's lists; one that cannot be is told with what it lacks. */
export async function publishTomorrow(caller: Caller): Promise<{ published: number }> {
  let published = 0
  const { publish_at } = await settingsOf(caller)
  for await (const { there, zone } of branches(caller)) {
    if (timeIn(zone) < publish_at) continue
    const date = nextDay(dayIn(zone))
    const found = await theatre_sessions.all({ ...ofBranch(there), date, status: 'OPEN' })
    for (const { id } of found) {
      if (await within(() => publish(there, id), 'jobs')) published += 1
    }
  }
  return { published }
}

const ofBranch = ({ hospital_id, facility_id }: Caller) => ({
  hospital_id,
  facility_id: facility_id as string,
})

async function publish(caller: Caller, id: string): Promise<boolean> {
  const before = await sessionRecord.locked(caller, id)
  if (before.status !== 'OPEN') return false
  const list = await listOfSession(caller, id)
  if (list.length === 0) return false
  const lacking = list.flatMap((one) => {
    const lacks = lackingOf(one)
    return lacks.length === 0 ? [] : [{ id: one.id, called: `${one.number}: ${lacks.join(', ')}` }]
  })
  if (lacking.length > 0) {
    await tellRefused(caller, before, lacking)
    return false
  }
  await sessionRecord.moved(caller, before, 'publish', { published_at: clock.instant() })
  return true
}

/** What nobody should read of a list: which side, how they sleep, who operates. */
const lackingOf = (row: CaseRow): string[] => [
  ...row.procedures.flatMap(({ coding_system, code, title, side }) =>
    side === 'NOT_APPLICABLE' && codeOf(coding_system, code)?.laterality === true
      ? [`no side of ${title}`]
      : [],
  ),
  ...(row.anaesthesia_planned === null ? ['no anaesthesia planned'] : []),
  ...(row.surgeon_id ? [] : ['no surgeon']),
]

const tellRefused = (
  caller: Caller,
  session: SessionRow,
  lacking: readonly { id: string; called: string }[],
) =>
  tellList(
    caller,
    {
      kind: 'theatre.list_refused',
      to: { permission: 'theatre:book', facility_id: session.facility_id },
      title: `${session.number} is not published: something lacks`,
    },
    lacking,
  )

/** After midnight: sessions that are over close, and who was not begun waits again. */
export async function closeYesterday(caller: Caller): Promise<{ closed: number; put_off: number }> {
  const done = { closed: 0, put_off: 0 }
  for await (const { there, zone } of branches(caller)) {
    const today = dayIn(zone)
    const found = await rows<{ id: string }>(
      sql`select id from theatre_sessions where hospital_id = ${there.hospital_id}
        and facility_id = ${there.facility_id} and date < ${today}
        and status${oneOf(['OPEN', 'PUBLISHED'])} order by date, id`,
    )
    for (const { id } of found) {
      const left = await within(() => close(there, id), 'jobs')
      done.closed += left === null ? 0 : 1
      done.put_off += left ?? 0
    }
  }
  return done
}

/** Null: somebody of it is still in theatre. */
async function close(caller: Caller, id: string): Promise<number | null> {
  const list = await listOfSession(caller, id)
  for (const patient of [...new Set(list.map(({ patient_id }) => patient_id))].toSorted()) {
    await patientRecord.locked(caller, patient)
  }
  const before = await sessionRecord.locked(caller, id)
  if (before.status !== 'OPEN' && before.status !== 'PUBLISHED') return null
  if (list.some(({ status }) => on_the_way.includes(status))) return null
  const left = list.filter(({ status }) => status === 'SCHEDULED')
  for (const one of left) {
    const locked = await caseRecord.locked(caller, one.id)
    if (locked.status !== 'SCHEDULED') continue
    await putOff(caller, locked, { reason_code: 'OVERRAN', reason: 'The session is over' })
  }
  const row = await sessionRecord.get(caller, id)
  await sessionRecord.moved(caller, row, 'close')
  if (left.length > 0) await tellLeft(caller, before, left)
  return left.length
}

const on_the_way: readonly CaseRow['status'][] = [
  'SENT',
  'RECEIVED',
  'IN_THEATRE',
  'PROCEDURE_DONE',
  'IN_RECOVERY',
  'RETURNED',
]

const tellLeft = (caller: Caller, session: SessionRow, left: readonly CaseRow[]) =>
  notify(caller, {
    to: { permission: 'theatre:book', facility_id: session.facility_id },
    kind: 'theatre.left_over',
    title: `${session.number} is over: ${left.length} cases wait again`,
    body: `${left.map(({ number }) => number).join(', ')}.`.slice(0, 1000),
    entity: { type: 'theatre_session', id: session.id },
  })

const unsigned_notices = [
  { after: 24, kind: 'theatre.unsigned', to: { permission: 'theatre:book' } },
  { after: 48, kind: 'theatre.unsigned_long', to: { role: 'medical_in_charge' } },
] as const

/** OT-22: after a day the in-charge, after two the one in charge of medicine. */
export async function tellUnsigned(caller: Caller): Promise<{ told: number }> {
  let told = 0
  for (const { after, kind, to } of unsigned_notices) {
    const found = await unsignedSince(caller, instantIn(-hours(after)))
    const title = `Operation notes not signed after ${after} hours`
    const waiting = (await running(caller, found)).map(({ id, number }) => ({ id, called: number }))
    told += await within(() => tellList(caller, { kind, to, title }, waiting), 'jobs')
  }
  return { told }
}

async function running({ hospital_id }: Caller, found: readonly CaseRow[]): Promise<CaseRow[]> {
  const at = new Set<string>()
  for (const facility_id of new Set(found.map((one) => one.facility_id))) {
    if ((await switchesOf(hospital_id, facility_id)).on.theatre) at.add(facility_id)
  }
  return found.filter(({ facility_id }) => at.has(facility_id))
}

const unsignedSince = ({ hospital_id }: Caller, before: string): Promise<CaseRow[]> =>
  theatre_cases.read(
    sql`select ${theatre_cases.selection('c')} from theatre_cases c
      join theatre_stamps s on s.case_id = c.id and s.name = 'RETURNED' and s.at < ${before}
      where c.hospital_id = ${hospital_id} and c.status${oneOf(['RETURNED', 'ACCEPTED'])}
        and not exists (select 1 from theatre_parts p where p.case_id = c.id
          and p.part = 'OPERATION_NOTE' and p.latest and p.status <> 'DRAFT')
      order by s.at, c.id limit 200`,
  )
