// Staff from the command line (people 8): the directory, and one of its people.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { noneCalled } from '../../db/core/refusal.ts'
import type { Staff, StaffShort } from '../../db/hospital/people/staff/records/shapes.ts'
import { gap_kinds, staff_states } from '../../db/hospital/people/staff/records/words.ts'
import { command, done, type Frame, maybe, word } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { said } from '../money/money.ts'

import { commands as boards } from './boards.ts'

const shapes = () => import('../../db/hospital/people/staff/records/shapes.ts')

const list = command('staff list', {
  says: 'Prints the staff, or those in whose records something is missing.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).StaffShort }),
  permission: 'staff:read',
  http: 'GET /api/v1/hr/staff',
  flags: {
    ...searched,
    status: maybe(choice(staff_states), 'only in this state'),
    department: maybe(text('1 to 120 characters', /^[^\0]{1,120}$/), 'only of this department'),
    gap: maybe(choice(gap_kinds), 'only those who lack this'),
  },
  examples: ['kituo staff list --gap LICENCE_EXPIRED', 'kituo staff list --status NOTICE --json'],
  run: async ({ flags: { limit, search, status, department, gap }, caller }) => {
    const by = await caller()
    const { list: people } = await import('../../db/hospital/people/staff/records/list.ts')
    return gathered(limit, (page) =>
      people(by, { ...page, ...said({ search, status, department, gap }) }),
    )
  },
  view: tableOf<StaffShort>(
    ['Number', (row) => row.staff_number],
    ['Name', (row) => row.full_name, 'wide'],
    ['Department', (row) => row.department],
    ['Cadre', (row) => row.cadre],
    ['State', (row) => row.status],
  ),
})

const show = command('staff show', {
  says: 'Prints one of the staff: post, contract, licence and what is missing.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).Staff }),
  permission: 'staff:read',
  http: 'GET /api/v1/hr/staff/:id',
  asks: {
    number: word(text('the number of a staff member', /^[A-Za-z0-9/-]{1,20}$/), 'as ST-00041'),
  },
  examples: ['kituo staff show ST-00041', 'kituo staff show ST-00041 --json'],
  run: async ({ asked, caller }: Frame<{ number: string }>) => {
    const by = await caller()
    const { hospital_id } = by
    const { staff } = await import('../../db/hospital/people/staff/records/tables.ts')
    const { find } = await import('../../db/hospital/people/staff/records/shown.ts')
    const row = await staff.find({ hospital_id, number: asked.number.toUpperCase() })
    if (row === undefined) throw noneCalled('staff member', asked.number)
    const found = await find(by, row.id)
    return done(`${found.staff_number} ${found.full_name} is ${found.status}.`, found)
  },
  view: (row: Staff, page) =>
    lines(
      [
        ['Staff member', `${row.staff_number} ${row.full_name}`],
        ['State', row.status],
        ['Department', row.department],
        ['Cadre', row.cadre],
        ['Post', row.job_title],
        ['Employment', row.employment_type],
        ['Hired on', row.hired_on],
        ['Licence', row.licence_status],
        ['Missing', (row.gaps ?? []).join(', ')],
      ],
      page,
    ),
})

export const commands = [list, show, ...boards]
