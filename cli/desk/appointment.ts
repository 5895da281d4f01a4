// Appointments: reminders that are due, and who is booked twice.

import { text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { Clash, Due } from '../../db/hospital/desk/appointments/checks.ts'
import type { Appointment } from '../../db/hospital/desk/appointments/shapes.ts'
import { command, done, type Frame, maybe, orElse } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const soon = { hours: orElse(whole(0, 168), '0', 'a dry run looks so many hours ahead') }

const remind = command('appointment remind', {
  says: 'Sends the reminders that are due; --dry-run prints them alone.',
  class: 'M',
  permission: 'appointment:update',
  transaction: 'rule',
  flags: soon,
  examples: ['kituo appointment remind --dry-run --hours 48', 'kituo appointments remind --json'],
  look: async (frame) => {
    const found = await due(frame)
    return done(`${found.length} reminders; nothing was sent.`, found, { total: found.length })
  },
  run: async (frame) => {
    const found = await due(frame)
    const by = await frame.caller()
    const { remindDue } = await import('../../db/hospital/desk/appointments/reminders.ts')
    let sent = 0
    for (let count = -1; count !== 0 && !frame.signal.aborted; sent += count) {
      count = await remindDue(by)
    }
    return done(`${sent} reminders were dealt with.`, found, { total: sent })
  },
  view: tableOf<Due>(
    ['Appointment', (row) => row.number],
    ['Patient', (row) => row.patient],
    ['Due', (row, page) => page.time(row.due_at)],
    ['For', (row, page) => page.time(row.scheduled_for)],
  ),
})

async function due({ flags, caller }: Frame<unknown, { hours: number }>): Promise<Due[]> {
  const { remindersDue } = await import('../../db/hospital/desk/appointments/checks.ts')
  return remindersDue(await caller(), flags.hours)
}

const clash = command('appointment clash', {
  says: 'Prints appointments of one clinician that overlap.',
  class: 'R',
  permission: 'appointment:read',
  flags: { clinician: maybe(text('1 to 120 characters', /^[^\0]{1,120}$/), 'only of this one') },
  examples: ['kituo appointment clash', 'kituo appointments clash --clinician Mushi --json'],
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { clashes } = await import('../../db/hospital/desk/appointments/checks.ts')
    const found = await clashes(by, flags.clinician)
    return done(`${found.length} clashes.`, found, { total: found.length })
  },
  view: tableOf<Clash>(
    ['Clinician', (row) => row.clinician],
    ['First', (row) => row.first],
    ['Second', (row) => row.second],
    ['From', (row, page) => page.time(row.from)],
    ['To', (row, page) => page.time(row.to)],
  ),
})

const today = command('appointment today', {
  says: 'Prints the appointments of today, by clinician.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/desk/appointments/shapes.ts')).Appointment,
  }),
  permission: 'appointment:read',
  http: 'GET /api/v1/appointments',
  flags: limited,
  examples: ['kituo appointment today --facility MAIN', 'kituo appointments today --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/desk/appointments/list.ts')
    const { dayOf } = await import('../../db/hospital/desk/appointments/times.ts')
    const { today: day } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const on = by.facility_id === null ? await day(by) : await dayOf(by, by.facility_id)
    const found = await gathered(limit, (page) => list(by, { ...page, from: on, to: on }))
    return { ...found, data: found.data.toSorted(byClinician) }
  },
  view: tableOf<Appointment>(
    ['Clinician', (row) => row.clinician_name ?? row.department],
    ['At', (row, page) => page.time(row.scheduled_for)],
    ['Number', (row) => row.number],
    ['Patient', (row) => row.patient.full_name],
    ['Kind', (row) => row.kind, 'wide'],
    ['State', (row) => row.status],
  ),
})

const diaryOf = ({ clinician_name, department }: Appointment): string =>
  clinician_name ?? department ?? ''

/** Those without a clinician under their department. */
const byClinician = (a: Appointment, b: Appointment): number =>
  diaryOf(a).localeCompare(diaryOf(b)) || (a.scheduled_for < b.scheduled_for ? -1 : 1)

export const commands = [today, remind, clash]
