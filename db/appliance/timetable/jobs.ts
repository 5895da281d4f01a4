// The periodic jobs of one area of the house, as they last ran.

import { timetable } from './entries.ts'
import { schedules } from './tables.ts'

export interface Job {
  name: string
  label: string
  last_run_at: string | null
  last_status: string | null
  next_run_at: string | null
  paused: boolean
}

export async function jobsOf(area: string): Promise<Job[]> {
  const own = timetable().filter((entry) => entry.area === area && entry.runs_on === 'leader')
  const rows = new Map((await schedules.allAnywhere({ place: '' })).map((one) => [one.name, one]))
  return own.map(({ name, label }) => {
    const row = rows.get(name)
    return {
      name,
      label,
      last_run_at: row?.last_run_at ?? null,
      last_status: row?.last_status ?? null,
      next_run_at: row?.next_run_at ?? null,
      paused: row?.paused ?? false,
    }
  })
}
