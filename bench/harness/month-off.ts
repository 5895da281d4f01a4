// Loaded into the house of a bench: the house was off for 30 days, and one line of its timetable is made up
// day by day. Told `made`, it says which days those were and what waits still.

import { entries } from '../../daemon/work/timetable.ts'
import { clock, days } from '../../db/core/clock.ts'
import { row, run, within } from '../../db/store/connection.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'
import { sql } from '../../db/store/sql.ts'
import { type Entry, setTimetable } from '../../db/appliance/timetable/entries.ts'
import { prepare } from '../../db/appliance/timetable/schedules.ts'

export interface MadeUp {
  days: string[]
  /** Light lines that still stand in the past. */
  waiting: number
}

const off_days = 30
const pieces = 20
const rows_a_piece = 100

export async function filling(hospital_id: string): Promise<void> {
  const made: string[] = []
  const day_by_day: Entry = {
    name: 'day-by-day',
    label: 'What is reckoned for each day',
    area: 'bench',
    cron: '0 1 * * *',
    scope: 'deployment',
    runs_on: 'leader',
    catch_up: 'each',
    pausable: false,
    weight: 'light',
    deadline_s: 60,
    run: async ({ due_at }) => {
      for (let piece = 0; piece < pieces; piece++) {
        await within(
          () =>
            departments.insertMany(
              Array.from({ length: rows_a_piece }, (_, n) => {
                const code = `D${made.length}-${piece}-${n}`
                const name = `Day ${due_at} ${code}`
                return { hospital_id, code, name, name_key: name, kind: 'CLINICAL' as const }
              }),
            ),
          'jobs',
        )
      }
      made.push(due_at)
    },
  }
  // As it was left 30 days ago, before the daemon of this process looks at it.
  const lines = entries as Entry[]
  lines.push(day_by_day)
  setTimetable(lines)
  await prepare('UTC')
  const left = new Date(clock.ms() - days(off_days)).toISOString()
  await within(() =>
    run(
      sql`update schedules set next_run_at = ${left}, last_due_at = null where next_run_at is not null`,
    ),
  )
  const light = new Set(lines.filter(({ weight }) => weight === 'light').map(({ name }) => name))
  process.on('message', (word) => {
    if (word === 'made')
      void waiting(light).then((count) => process.send?.({ days: made, waiting: count }))
  })
}

/** Not those of every few seconds, which are always about to run. */
async function waiting(light: ReadonlySet<string>): Promise<number> {
  const old = new Date(clock.ms() - days(1)).toISOString()
  let count = 0
  for (const name of light) {
    const found = await row(
      sql`select 1 as yes from schedules where name = ${name} and next_run_at < ${old}`,
    )
    if (found !== undefined) count += 1
  }
  return count
}
