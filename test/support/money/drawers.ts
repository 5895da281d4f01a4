// A cashier at an open drawer, as most tests of money need one.

import type { House } from '../boot.ts'
import { digits } from '../named.ts'
import type { Person } from '../people.ts'

let count = 0

/** A drawer of its own, opened empty or with so many thousands. */
export async function atDrawer(house: House, cashier: Person, float = 0) {
  count += 1
  const { facility_id } = house
  const supervisor = await house.people.with('supervisor')
  const drawer = await supervisor.post('/billing/drawers', {
    name: `Window ${digits(count)}`,
    facility_id,
  })
  if (drawer.status !== 201) throw new Error(drawer.message)
  const shift = await cashier.post('/billing/shifts', {
    drawer_id: drawer.data.id,
    denominations: float === 0 ? [] : [{ value: 1_000, count: float / 1_000 }],
    reason: float === 0 ? null : 'The float of the test',
  })
  if (shift.status !== 201) throw new Error(shift.message)
  return { drawer: drawer.data, shift: shift.data }
}
