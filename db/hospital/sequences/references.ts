// Taking the next reference (PLT-69), inside the caller's transaction. The counter's row stays
// locked until that ends: what is rolled back gives its number back, for gapless kinds and others.

import type { Caller } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { returning } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { registry } from '../registry.ts'
import { branchOf } from './branches.ts'
import { formOn } from './forms.ts'
import { fill, periodOf } from './patterns.ts'
import { sequence_counters, sequences } from './tables.ts'

export async function nextReference(
  caller: Pick<Caller, 'hospital_id' | 'facility_id'>,
  kind: string,
  facility_id?: string,
): Promise<string> {
  const shipped = registry.sequences.get(kind)
  if (shipped === undefined) throw new Error(`no area brings the sequence ${kind}`)
  const { hospital_id } = caller
  const branch = await branchOf(caller, facility_id)
  const form = formOn(shipped, await sequences.find({ hospital_id, kind }), branch.day)
  const counter = {
    hospital_id,
    kind,
    place: form.scope === 'FACILITY' ? branch.id : '*',
    period: periodOf(form.reset, branch.day),
  }
  const number = await take(counter)
  const reference = fill(form.pattern, number, { day: branch.day, facility_code: branch.code })
  await sequence_counters.change(counter, {
    last_reference: reference,
    last_taken_at: clock.instant(),
  })
  return reference
}

interface Counter {
  hospital_id: string
  kind: string
  place: string
  period: string
}

/** The first of a period makes the row; two firsts at once are one after the other. */
async function take({ hospital_id, kind, place, period }: Counter): Promise<number> {
  const [taken] = await returning<{ next_value: number }>(
    sql`insert into sequence_counters (hospital_id, kind, place, period, next_value)
      values (${hospital_id}, ${kind}, ${place}, ${period}, 2)
      on conflict (hospital_id, kind, place, period)
        do update set next_value = sequence_counters.next_value + 1
      returning next_value`,
  )
  if (taken === undefined) throw new Error('a counter gave no number')
  return taken.next_value - 1
}
