// The mark of a year that is being closed: one close at a time, wherever it runs.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { dialect, within } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { YearRow } from '../books.ts'
import { asker } from './close-agreed.ts'
import { fiscal_years } from '../tables.ts'
import { note } from './years.ts'

const closing_ms = minutes(10)

/** One close of a year at a time, whoever runs it and wherever (exit 5). */
export async function begin(caller: Caller, { id, name }: YearRow): Promise<void> {
  await within(async () => {
    const { hospital_id } = caller
    const year = await fiscal_years.find({ hospital_id, id }, { lock: true })
    const busy = year?.closing ?? null
    if (busy !== null && busy.until > clock.instant()) {
      throw conflict(
        `fiscal year ${name} is being closed by ${busy.by_name} since ${busy.at.slice(11, 16)}; nothing was written`,
        'lock.held',
      )
    }
    const closing = { by_name: asker(caller), at: clock.instant(), until: instantIn(closing_ms) }
    await fiscal_years.change({ hospital_id, id }, { closing })
    note(caller, 'fiscal_year.begin_close', { id, name } as YearRow, {})
  })
}

export async function end(caller: Caller, { id, name }: YearRow): Promise<void> {
  await within(async () => {
    await fiscal_years.change({ hospital_id: caller.hospital_id, id }, { closing: null })
    note(caller, 'fiscal_year.end_close', { id, name } as YearRow, {})
  })
}

/** A daemon that died while it closed (7). On SQLite there is no other, so its mark goes at once. */
export async function clearCutOff(): Promise<number> {
  const dead = (await fiscal_years.allAnywhere({})).filter(
    ({ closing }) =>
      closing !== null && (dialect() === 'sqlite' || closing.until < clock.instant()),
  )
  for (const { id } of dead) await fiscal_years.changeAnywhere({ id }, { closing: null })
  return dead.length
}
