// What stands of the staff today, from the command line (people 8): how many they are, who asks for leave,
// where shifts are short, who did not come.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { Absent } from '../../db/hospital/people/staff/attendance/absent.ts'
import type { LeaveRequest } from '../../db/hospital/people/staff/leave/shapes.ts'
import { leave_states } from '../../db/hospital/people/staff/leave/words.ts'
import type { Headcount } from '../../db/hospital/people/staff/records/headcount.ts'
import type { Shortfall } from '../../db/hospital/people/staff/rosters/shortfall.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { said } from '../money/money.ts'

const headcount = command('staff headcount', {
  says: 'Prints how many people each department has, and how they stand.',
  class: 'R',
  permission: 'staff:read',
  examples: ['kituo staff headcount', 'kituo staff headcount --json'],
  run: async ({ caller }) => {
    const by = await caller()
    const rules = await import('../../db/hospital/people/staff/records/headcount.ts')
    const found = await rules.headcount(by)
    const people = found.reduce((sum, one) => sum + one.people, 0)
    return done(`${people} people in ${found.length} departments.`, found, { total: found.length })
  },
  view: tableOf<Headcount>(
    ['Branch', (row) => row.facility],
    ['Department', (row) => row.department, 'wide'],
    ['People', (row) => row.people],
    ['Probation', (row) => row.on_probation],
    ['Suspended', (row) => row.suspended],
    ['Leaving', (row) => row.leaving],
    ['On leave', (row) => row.on_leave],
  ),
})

const leave = command('staff leave', {
  says: 'Prints leave that was asked for, the latest first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/people/staff/leave/shapes.ts')).LeaveRequest,
  }),
  permission: 'leave:read',
  http: 'GET /api/v1/hr/leave',
  flags: { ...searched, status: maybe(choice(leave_states), 'only in this state') },
  examples: ['kituo staff leave --status REQUESTED', 'kituo staff leave --json'],
  run: async ({ flags: { limit, search, status }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/people/staff/leave/list.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ search, status }) }))
  },
  view: tableOf<LeaveRequest>(
    ['Number', (row) => row.reference],
    ['Name', (row) => row.staff_name, 'wide'],
    ['Leave', (row) => row.type_code],
    ['From', (row) => row.starts_on],
    ['To', (row) => row.ends_on],
    ['Days', (row) => row.days],
    ['State', (row) => row.status],
  ),
})

const cover = command('staff cover', {
  says: 'Prints shifts of the coming seven days that have too few people.',
  class: 'R',
  permission: 'roster:read',
  examples: ['kituo staff cover', 'kituo staff cover --json'],
  run: async ({ caller }) => {
    const by = await caller()
    const { shortfall } = await import('../../db/hospital/people/staff/rosters/shortfall.ts')
    const found = await shortfall(by)
    return done(`${found.length} shifts are short.`, found, { total: found.length })
  },
  view: tableOf<Shortfall>(
    ['Day', (row) => row.date],
    ['Department', (row) => row.department, 'wide'],
    ['Shift', (row) => row.code],
    ['Of', (row) => row.cadre ?? row.group],
    ['Needed', (row) => row.needed],
    ['Planned', (row) => row.planned],
    ['Short', (row) => row.short],
    ['On leave', (row) => row.on_leave],
  ),
})

const absent = command('staff absent', {
  says: 'Prints who should be at work now and has not clocked in.',
  class: 'R',
  permission: 'attendance:read',
  examples: ['kituo staff absent', 'kituo staff absent --json'],
  run: async ({ caller }) => {
    const by = await caller()
    const { absentNow } = await import('../../db/hospital/people/staff/attendance/absent.ts')
    const found = await absentNow(by)
    return done(`${found.length} are not there.`, found, { total: found.length })
  },
  view: tableOf<Absent>(
    ['Number', (row) => row.staff_number],
    ['Name', (row) => row.full_name, 'wide'],
    ['Department', (row) => row.department],
    ['Shift', (row) => row.shift],
    ['Since', (row) => row.starts_at],
    ['Phone', (row) => row.phone],
  ),
})

export const commands = [headcount, leave, cover, absent]
