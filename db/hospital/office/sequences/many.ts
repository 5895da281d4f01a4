// Many references at once, for what comes in bulk: the counter moves on by as many as are taken.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { returning } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { registry } from '../../registry.ts'
import { branchOf } from './branches.ts'
import { formOn } from './forms.ts'
import { fill, periodOf } from './patterns.ts'
import { sequence_counters, sequences } from './tables.ts'

/** One for each of these days, in their order; each period counts for itself. */
export async function referencesOn(
  caller: Pick<Caller, 'hospital_id' | 'facility_id'>,
  kind: string,
  days: readonly string[],
): Promise<string[]> {
  const shipped = registry.sequences.get(kind)
  if (shipped === undefined) throw new Error(`no area brings the sequence ${kind}`)
  const { hospital_id } = caller
  const branch = await branchOf(caller, undefined)
  const changed = await sequences.find({ hospital_id, kind })
  const form = formOn(shipped, changed, branch.day)
  const counts = new Map<string, number>()
  for (const day of days) {
    const period = periodOf(form.reset, day)
    counts.set(period, (counts.get(period) ?? 0) + 1)
  }
  const next = new Map<string, number>()
  const place = form.scope === 'FACILITY' ? branch.id : '*'
  for (const [period, count] of counts) {
    next.set(period, await take({ hospital_id, kind, place, period }, count))
  }
  const last = new Map<string, string>()
  const taken = days.map((day) => {
    const period = periodOf(form.reset, day)
    const number = next.get(period) as number
    next.set(period, number + 1)
    const reference = fill(form.pattern, number, { day, facility_code: branch.code })
    last.set(period, reference)
    return reference
  })
  for (const [period, last_reference] of last) {
    await sequence_counters.change(
      { hospital_id, kind, place, period },
      { last_reference, last_taken_at: clock.instant() },
    )
  }
  return taken
}

async function take(
  counter: { hospital_id: string; kind: string; place: string; period: string },
  count: number,
): Promise<number> {
  const { hospital_id, kind, place, period } = counter
  const [taken] = await returning<{ next_value: number }>(
    sql`insert into sequence_counters (hospital_id, kind, place, period, next_value)
      values (${hospital_id}, ${kind}, ${place}, ${period}, ${count + 1})
      on conflict (hospital_id, kind, place, period)
        do update set next_value = sequence_counters.next_value + ${count}
      returning next_value`,
  )
  if (taken === undefined) throw new Error('a counter gave no number')
  return Number(taken.next_value) - count
}
