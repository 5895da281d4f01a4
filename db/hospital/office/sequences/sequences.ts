// How each kind of reference is made, as people see it.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { noSuch } from '../../../core/refusal.ts'
import { registry, type SequenceKind } from '../../registry.ts'
import { type Branch, branches, branchOf } from './branches.ts'
import { formOn, type Row, shippedKind } from './forms.ts'
import { fill, type Form, periodOf } from './patterns.ts'
import type { Sequence } from './shapes.ts'
import { sequence_counters, sequences } from './tables.ts'

export type Counter = RowOf<(typeof sequence_counters)['columns']>

export async function list(caller: Caller, area?: string): Promise<Sequence[]> {
  const kinds = [...registry.sequences.values()]
    .filter((one) => area === undefined || area === '' || one.area === area)
    .sort((a, b) => (a.area + a.label < b.area + b.label ? -1 : 1))
  return view(caller, kinds)
}

/** For one branch when it is named: its next number alone. */
export async function find(caller: Caller, kind: string, facility_id?: string): Promise<Sequence> {
  const shipped = shippedKind(kind)
  const at = facility_id === undefined ? undefined : await branchOf(caller, facility_id)
  const [sequence] = await view(caller, [shipped], at)
  return sequence as Sequence
}

/** A fixed number of statements, however many kinds there are. */
async function view(
  caller: Caller,
  kinds: readonly SequenceKind[],
  at?: Branch,
): Promise<Sequence[]> {
  const { hospital_id } = caller
  const names = kinds.map(({ kind }) => kind)
  const open = await branches(caller)
  const here = at ?? open.find(({ id }) => id === caller.facility_id) ?? open[0]
  if (here === undefined) throw noSuch('facility')
  const changed = await sequences.all({ hospital_id, kind: names })
  const counters = await countersNow(hospital_id, names, [...open, here])
  const last = await lastTaken(hospital_id, names)
  return kinds.map((shipped) => {
    const row = changed.find(({ kind }) => kind === shipped.kind)
    const next = (branch: Branch): number => nextAt(counters, shipped, row, branch)
    const form = formOn(shipped, row, here.day)
    const taken = last.get(shipped.kind)
    return {
      kind: shipped.kind,
      label: shipped.label,
      area: shipped.area,
      ...form,
      gapless: shipped.gapless,
      next_value:
        form.scope === 'FACILITY' && at === undefined
          ? open.map((branch) => ({ facility_id: branch.id, next_value: next(branch) }))
          : next(here),
      last_reference: taken?.last_reference ?? null,
      last_taken_at: taken?.last_taken_at ?? null,
      example: fill(form.pattern, next(here), { day: here.day, facility_code: here.code }),
    }
  })
}

export const placeOf = (form: Form, branch: Branch): { place: string; period: string } => ({
  place: form.scope === 'FACILITY' ? branch.id : '*',
  period: periodOf(form.reset, branch.day),
})

function nextAt(
  counters: readonly Counter[],
  shipped: SequenceKind,
  row: Row | undefined,
  branch: Branch,
): number {
  const { place, period } = placeOf(formOn(shipped, row, branch.day), branch)
  const found = counters.find(
    (one) => one.kind === shipped.kind && one.place === place && one.period === period,
  )
  return found?.next_value ?? 1
}

/** The counters of today's periods, in every time zone that a branch has. */
export async function countersNow(
  hospital_id: string,
  kind: readonly string[],
  at: readonly Branch[],
): Promise<Counter[]> {
  const period = new Set(['*', ...at.flatMap(({ day }) => [day, day.slice(0, 7), day.slice(0, 4)])])
  return sequence_counters.all({ hospital_id, kind, period: [...period] })
}

interface Taken {
  kind: string
  last_reference: string
  last_taken_at: string
}

async function lastTaken(
  hospital_id: string,
  kinds: readonly string[],
): Promise<Map<string, Taken>> {
  const found = await rows<Taken>(
    sql`select c.kind, c.last_reference, c.last_taken_at from sequence_counters c
      where c.hospital_id = ${hospital_id} and c.kind${oneOf(kinds)} and c.last_taken_at =
        (select max(o.last_taken_at) from sequence_counters o
          where o.hospital_id = c.hospital_id and o.kind = c.kind)
      order by c.next_value`,
  )
  return new Map(found.map((one) => [one.kind, one]))
}
