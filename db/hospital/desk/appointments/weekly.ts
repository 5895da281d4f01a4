// The week that ended, to the managers on Monday (section 7): how long people waited, and how many
// appointments were missed.

import type { Caller } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { onceToday } from '../../office/notifications/once-today.ts'
import { figuresOf, type QueueFigures } from '../visits/queue/figures.ts'
import { weekday } from './sessions.ts'

interface Week {
  from: string
  to: string
}

export const tellWeek = (caller: Caller): Promise<number> =>
  onceToday(caller, 'front_office.week', async () => {
    const day = await today(caller)
    // Monday to Sunday, also where a run that was missed is made up on a Tuesday.
    const monday = nextDay(day, 1 - weekday(day))
    const week = { from: nextDay(monday, -7), to: nextDay(monday, -1) }
    const waits = await figuresOf(caller, { ...week, group: 'kind' })
    const { due, missed } = await missedIn(caller, week)
    if (waits.length === 0 && due === 0) return 0
    const said = [
      ...waits.toSorted((a, b) => b.entered - a.entered).map(saidOf),
      `Appointments missed: ${missed} of ${due}.`,
    ]
    await notify(caller, {
      to: { role: 'manager' },
      kind: 'front_office.week',
      title: `Waits and missed appointments, ${week.from} to ${week.to}`,
      body: said.join('\n'),
    })
    return waits.length + due
  })

const saidOf = ({ key, entered, wait: { median, p90 } }: QueueFigures): string =>
  median === null
    ? `${key}: ${entered} came.`
    : `${key}: ${entered} came, half waited ${median} min or less, nine in ten ${p90} min.`

async function missedIn(
  caller: Caller,
  { from, to }: Week,
): Promise<{ due: number; missed: number }> {
  const { timezone } = await hospitalOf(caller)
  const states = ['BOOKED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'NO_SHOW']
  const found = await row<{ due: number; missed: number | null }>(
    sql`select count(*) as due, sum(case when status = 'NO_SHOW' then 1 else 0 end) as missed
      from appointments where hospital_id = ${caller.hospital_id} and status${oneOf(states)}
      and scheduled_for >= ${startOfDay(timezone, from)}
      and scheduled_for < ${startOfDay(timezone, nextDay(to))}`,
  )
  return { due: Number(found?.due ?? 0), missed: Number(found?.missed ?? 0) }
}
