// Taking the next reference (PLT-69), inside the caller's transaction. The counter's row stays
// locked until that ends: what is rolled back gives its number back, for gapless kinds and others.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { atOnce } from '../../../store/at-once.ts'
import { returning, run, unawaited } from '../../../store/connection.ts'
import { join, sql } from '../../../store/sql.ts'
import { registry, type SequenceKind } from '../../registry.ts'
import { branchOf } from './branches.ts'
import { formOn } from './forms.ts'
import { fill, periodOf } from './patterns.ts'
import { sequences } from './tables.ts'

export async function nextReference(
  caller: Of,
  kind: string,
  facility_id?: string,
): Promise<string> {
  const [reference] = await nextReferences(caller, [kind], facility_id)
  return reference as string
}

type Of = Pick<Caller, 'hospital_id' | 'facility_id'>

/** One of each kind, asked together; whoever needs several of the same kinds takes them in one order. */
export async function nextReferences(
  caller: Of,
  kinds: readonly string[],
  facility_id?: string,
): Promise<string[]> {
  const { hospital_id } = caller
  const [branch, changed] = await atOnce(
    branchOf(caller, facility_id),
    sequences.all({ hospital_id, kind: [...kinds] }),
  )
  const wanted = kinds.map((kind) => {
    const row = changed.find((one) => one.kind === kind)
    const form = formOn(shippedAs(kind), row, branch.day)
    const place = form.scope === 'FACILITY' ? branch.id : '*'
    return { form, counter: { hospital_id, kind, place, period: periodOf(form.reset, branch.day) } }
  })
  const numbers = await take(wanted.map(({ counter }) => counter))
  const last_taken_at = clock.instant()
  const given = wanted.map(({ form, counter }) => {
    const number = numbers.get(counter.kind) ?? 0
    const about = { day: branch.day, facility_code: branch.code }
    return { ...counter, last_reference: fill(form.pattern, number, about) }
  })
  await unawaited(() => keep(given.map((one) => ({ ...one, last_taken_at }))))
  return given.map(({ last_reference }) => last_reference)
}

function shippedAs(kind: string): SequenceKind {
  const shipped = registry.sequences.get(kind)
  if (shipped === undefined) throw new Error(`no area brings the sequence ${kind}`)
  return shipped
}

interface Counter {
  hospital_id: string
  kind: string
  place: string
  period: string
}

/** The first of a period makes the row; two firsts at once are one after the other. */
async function take(counters: readonly Counter[]): Promise<Map<string, number>> {
  const rows = counters.map(
    ({ hospital_id, kind, place, period }) =>
      sql`(${hospital_id}, ${kind}, ${place}, ${period}, 2)`,
  )
  const taken = await returning<{ kind: string; next_value: number }>(
    sql`insert into sequence_counters (hospital_id, kind, place, period, next_value)
      values ${join(rows, ', ')}
      on conflict (hospital_id, kind, place, period)
        do update set next_value = sequence_counters.next_value + 1
      returning kind, next_value`,
  )
  if (taken.length < counters.length) throw new Error('a counter gave no number')
  return new Map(taken.map(({ kind, next_value }) => [kind, next_value - 1]))
}

/** What was given last. The rows are there: of each only that is changed. */
async function keep(
  given: readonly (Counter & { last_reference: string; last_taken_at: string })[],
): Promise<void> {
  const rows = given.map(
    ({ hospital_id, kind, place, period, last_reference, last_taken_at }) =>
      sql`(${hospital_id}, ${kind}, ${place}, ${period}, 2, ${last_reference}, ${last_taken_at})`,
  )
  await run(
    sql`insert into sequence_counters
      (hospital_id, kind, place, period, next_value, last_reference, last_taken_at)
      values ${join(rows, ', ')}
      on conflict (hospital_id, kind, place, period) do update set
        last_reference = excluded.last_reference, last_taken_at = excluded.last_taken_at`,
  )
}
