// The second person of a close or a reopening (3.4): what was asked waits three days for somebody
// else, or is withdrawn.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { restamp, type YearRow } from '../books.ts'
import { samePlan, moved } from './close-allowed.ts'
import { otherPerson } from '../second-person.ts'
import { fiscal_years } from '../tables.ts'
import { note, rowOf } from './years.ts'

export const asker = ({ name }: Caller): string => name.slice(0, 160)
const waits_ms = 72 * 3_600_000

/** What was asked and is still in time, by somebody else (3.4). */
export async function agreed(
  caller: Caller,
  id: string,
  kind: 'CLOSE' | 'REOPEN',
  plan: string | null | undefined,
): Promise<NonNullable<YearRow['awaiting']>> {
  const year = await rowOf(caller, id)
  const { awaiting } = year
  if (awaiting === null || awaiting.kind !== kind) {
    throw conflict(`Nobody asked for anything about ${year.name}.`)
  }
  await otherPerson(
    caller,
    awaiting.asked_by_id,
    kind === 'CLOSE' ? 'fiscalyear:close' : 'fiscalyear:reopen',
    'You asked for this: somebody else must approve it.',
  )
  if (Date.parse(awaiting.at) + waits_ms < clock.ms()) {
    throw conflict('It was asked more than 72 hours ago: ask again.')
  }
  if ((plan ?? '') !== '' && !samePlan(awaiting.plan ?? '', plan ?? '')) throw moved()
  return awaiting
}

export async function withdraw(caller: Caller, id: string): Promise<YearRow> {
  // Held: of two who take it back at once the second finds nothing asked.
  await fiscal_years.find({ hospital_id: caller.hospital_id, id }, { lock: true })
  const year = await rowOf(caller, id)
  if (year.awaiting === null) throw conflict(`Nobody asked for anything about ${year.name}.`)
  await fiscal_years.change({ hospital_id: caller.hospital_id, id }, { awaiting: null })
  await restamp(caller)
  note(caller, 'fiscal_year.withdraw', year, {})
  return rowOf(caller, id)
}
