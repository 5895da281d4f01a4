// Whoever gets blood is watched (section 7): what is due is told to who hung it, what is late and what runs too long
// to who is in charge of the ward; units that nobody accounts for and reactions that nobody looks into, until they are.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, instantIn, minutes, timeIn } from '../../../../core/clock.ts'
import { within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { tellList } from '../../../care/clinical/tell-list.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { notify, type To } from '../../../office/notifications/notify.ts'
import { settingsOf } from '../settings/settings.ts'
import { blood_units } from '../units/tables.ts'
import { latestEnd } from './due.ts'
import type { TransfusionRow } from './record.ts'
import { blood_reactions, blood_transfusions } from './tables.ts'

const at_once = 200
/** Nobody came so long after it was due. */
const late_after = minutes(15)

export const tellDue = (caller: Caller): Promise<{ due: number; late: number }> =>
  within(async () => {
    const { hospital_id } = caller
    const { timezone } = await hospitalOf(caller)
    const now = clock.instant()
    const found = await blood_transfusions.read(
      sql`select ${blood_transfusions.selection()} from blood_transfusions
        where hospital_id = ${hospital_id} and status = 'RUNNING' and next_due_at <= ${now}
          and (due_told_at is null or due_told_at < next_due_at
            or (next_due_at <= ${instantIn(-late_after)}
              and (late_told_at is null or late_told_at < next_due_at)))
        order by next_due_at, id limit ${at_once}`,
    )
    const counted = { due: 0, late: 0 }
    for (const row of found) {
      const due = row.next_due_at ?? now
      const since = `since ${timeIn(timezone, new Date(due))}`
      if ((row.due_told_at ?? '') < due) {
        await tell(caller, row, byWhom(row), `is due ${since}`)
        counted.due += 1
      }
      const is_late = due <= instantIn(-late_after)
      if (is_late) {
        await tell(caller, row, inCharge(row), `is late, due ${since}`, 'WARNING')
        counted.late += 1
      }
      const told = is_late ? { due_told_at: now, late_told_at: now } : { due_told_at: now }
      // Nobody's page of it is out of date because of this.
      const { id, version } = row
      await blood_transfusions.change({ hospital_id, id }, { ...told, version })
    }
    return counted
  }, 'jobs')

const byWhom = ({ started_by_id, facility_id }: TransfusionRow): To =>
  started_by_id === null ? { role: 'nurse_in_charge', facility_id } : { user: started_by_id }

const inCharge = ({ facility_id }: Pick<TransfusionRow, 'facility_id'>): To => ({
  role: 'nurse_in_charge',
  facility_id,
})

const tell = (
  caller: Caller,
  row: TransfusionRow,
  to: To,
  what: string,
  urgency: 'INFO' | 'WARNING' = 'INFO',
) =>
  notify(caller, {
    to,
    kind: 'blood.observation',
    urgency,
    title: `Unit ${row.unit_number}: an observation ${what}`,
    body: row.ward ?? 'Look at the patient and write it down.',
    entity: { type: 'transfusion', id: row.id },
  })

/** BLD-74: every ten minutes, until it is ended. */
export const tellOvertime = (caller: Caller): Promise<number> =>
  within(async () => {
    const { hospital_id } = caller
    const settings = await settingsOf(caller)
    const running = await blood_transfusions.all(
      { hospital_id, status: 'RUNNING' },
      { order: ['started_at', 'id'], limit: at_once },
    )
    if (running.length === 0) return 0
    const units = await blood_units.all({ hospital_id, id: running.map((one) => one.unit_id) })
    const issued = new Map(units.map(({ id, issued_at }) => [id, issued_at]))
    const over = running.filter(
      (row) => latestEnd(settings, row, issued.get(row.unit_id) ?? null) <= clock.ms(),
    )
    for (const row of over) {
      for (const to of [byWhom(row), inCharge(row)]) {
        await notify(caller, {
          to,
          kind: 'blood.observation',
          urgency: 'WARNING',
          title: `Unit ${row.unit_number} has run for ${settings.max_hours} hours: end it`,
          body: row.ward ?? 'Write down when it ended and how much ran in.',
          entity: { type: 'transfusion', id: row.id },
        })
      }
    }
    return over.length
  }, 'jobs')

const unaccounted_after = hours(6)

/** BLD-80: every hour, until it is started, back or discarded. */
export const tellUnaccounted = (caller: Caller): Promise<number> =>
  within(async () => {
    const { hospital_id } = caller
    const found = await blood_units.read(
      sql`select ${blood_units.selection()} from blood_units
        where hospital_id = ${hospital_id} and status = 'ISSUED'
          and issued_at <= ${instantIn(-unaccounted_after)} order by issued_at, id limit ${at_once}`,
    )
    for (const { id, number, facility_id, issued_at } of found) {
      const out = Math.floor((clock.ms() - Date.parse(issued_at ?? '')) / hours(1))
      for (const to of [{ permission: 'blood:issue', facility_id }, inCharge({ facility_id })]) {
        await notify(caller, {
          to,
          kind: 'blood.unaccounted',
          title: `Unit ${number} is out for ${out} hours`,
          body: 'Nobody started it, brought it back or discarded it.',
          entity: { type: 'blood_unit', id },
        })
      }
    }
    return found.length
  }, 'jobs')

const uninvestigated_after = hours(72)

/** BLD-86: daily, of reactions that nobody has looked into. */
export const tellUninvestigated = (caller: Caller): Promise<number> =>
  within(async () => {
    const found = await blood_reactions.read(
      sql`select ${blood_reactions.selection()} from blood_reactions
        where hospital_id = ${caller.hospital_id} and status = 'REPORTED'
          and created_at <= ${instantIn(-uninvestigated_after)} order by created_at, id
        limit ${at_once}`,
    )
    return tellList(
      caller,
      {
        kind: 'blood.uninvestigated',
        to: { permission: 'blood:test' },
        title: 'Reactions to blood that nobody has looked into',
      },
      found.map(({ id, unit_number }) => ({ id, called: `unit ${unit_number}` })),
    )
  }, 'jobs')
