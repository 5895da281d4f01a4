// Drawers from the command line: which there are, who sits at them, what was left in them.

import { command, cutTo, done, limit_flag } from '../frame/grammar/command.ts'
import { onOff, tableOf } from '../frame/lists.ts'
import { sum } from './money.ts'

interface Shown {
  id: string
  name: string
  branch: string
  active: boolean
  shift: string | null
  cashier: string | null
  /** Null while its owner counts blind, and where nobody sits at it. */
  expected: number | null
  last_left: number
}

const list = command('drawers list', {
  says: 'Prints the drawers: whose shift is open at each, and what was last left in it.',
  class: 'R',
  permission: 'shift:read',
  flags: { limit: limit_flag },
  examples: ['kituo drawers list', 'kituo drawers list --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await caller()
    const { list: drawers } = await import('../../db/hospital/money/drawers/drawers.ts')
    const { list: shifts } = await import('../../db/hospital/money/drawers/view.ts')
    const { facilities } = await import('../../db/hospital/office/places/tables.ts')
    const { hospital_id } = by
    const branches = new Map(
      (await facilities.all({ hospital_id })).map(({ id, code }) => [id, code]),
    )
    const states = ['OPEN', 'COUNTING'] as const
    const open = await Promise.all(
      states.map(async (status) => (await shifts(by, { page: 1, per_page: 200, status })).rows),
    )
    const by_id = new Map(open.flat().map((shift) => [shift.id, shift]))
    const all = (await drawers(by, {})).map((drawer): Shown => {
      const shift = by_id.get(drawer.current_shift_id ?? '')
      return {
        id: drawer.id,
        name: drawer.name,
        branch: branches.get(drawer.facility_id) ?? '',
        active: drawer.active,
        shift: shift?.number ?? null,
        cashier: shift?.user_name ?? null,
        expected: shift?.expected ?? null,
        last_left: drawer.last_left,
      }
    })
    return done(`${all.length} drawers.`, cutTo(all, limit), { total: all.length })
  },
  view: tableOf<Shown>(
    ['Drawer', (row) => row.name],
    ['Branch', (row) => row.branch],
    ['In use', (row) => onOff(row.active)],
    ['Shift', (row) => row.shift],
    ['Cashier', (row) => row.cashier],
    ['Cash', (row) => sum(row.expected)],
    ['Last left', (row) => sum(row.last_left)],
  ),
})

export const commands = [list]
