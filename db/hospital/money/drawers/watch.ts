// What somebody must look at in the drawers (7), every hour: shifts that were never closed, and more
// cash in a window than the policy allows.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { purseOf } from '../accounting/purse.ts'
import { tell } from '../../neighbours/telling.ts'
import { policyOf } from '../policy/policy.ts'

interface Open {
  id: string
  number: string
  drawer_name: string
  user_id: string
  user_name: string
  opened_at: string
  cash: number
}

export async function watchDrawers(caller: Caller): Promise<{ long: number; full: number }> {
  const { max_drawer_cash } = await policyOf(caller)
  const { said } = await purseOf(caller)
  const found = await rows<Open>(
    sql`select id, number, drawer_name, user_id, user_name, opened_at, cash from shifts
      where hospital_id = ${caller.hospital_id} and status in ('OPEN', 'COUNTING') order by id`,
  )
  const long = found.filter(isLong)
  const full = found.filter(({ cash }) => Number(cash) > (max_drawer_cash ?? Number(cash)))
  for (const one of long) {
    const title = `Shift ${one.number} is open since ${one.opened_at.slice(0, 10)}`
    const body = `${one.drawer_name}, ${one.user_name}: close it, or let the supervisor close it.`
    await toldOwner(caller, one, title, body)
    await toldSupervisor(caller, one, title, body)
  }
  for (const one of full) {
    const body = `More than ${said(max_drawer_cash ?? 0)}: drop cash to the safe.`
    // Whoever counts it blind is not told how much (BIL-93).
    await toldOwner(caller, one, `${one.drawer_name} holds too much`, body)
    await toldSupervisor(caller, one, `${one.drawer_name} holds ${said(Number(one.cash))}`, body)
  }
  return { long: long.length, full: full.length }
}

/** Once a day from the first whole day on, not every hour. */
function isLong({ opened_at }: Open): boolean {
  if (opened_at > instantIn(-hours(24))) return false
  const open_for = Math.floor((clock.ms() - Date.parse(opened_at)) / hours(1))
  return open_for % 24 === 0
}

const notice = (shift: Open, title: string, body: string) => ({
  kind: 'drawer.shift',
  title,
  body,
  entity: { type: 'shift', id: shift.id },
})

const toldOwner = (caller: Caller, shift: Open, title: string, body: string) =>
  tell(caller, { ...notice(shift, title, body), to: { user: shift.user_id } })

const toldSupervisor = (caller: Caller, shift: Open, title: string, body: string) =>
  tell(caller, { ...notice(shift, title, body), to: { role: 'supervisor' } })
