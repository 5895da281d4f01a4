// Changing how a kind is numbered (PLT-70, PLT-71): never so that a reference comes back.

import type { Caller } from '../../../core/caller.ts'
import { run } from '../../../store/connection.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { nothing, sql } from '../../../store/sql.ts'
import { difference, record } from '../audit/record.ts'
import type { SequenceKind } from '../../registry.ts'
import { noteChanges } from '../settings/history.ts'
import { type Branch, branches, branchOf } from './branches.ts'
import { formOf, formOn, type Row, shippedKind } from './forms.ts'
import { mayRepeat } from './meeting.ts'
import { checkForm, type Form, periodOf } from './patterns.ts'
import type { Sequence, SequenceChange } from './shapes.ts'
import { countersNow, find, placeOf } from './sequences.ts'
import { sequence_counters, sequences } from './tables.ts'

interface Standing {
  shipped: SequenceKind
  row: Row | undefined
  /** The form that counts now at the branch in question. */
  form: Form
  branch: Branch
  open: Branch[]
}

export interface Changed {
  sequence: Sequence
  /** It works from the next period on. */
  waits: boolean
}

export async function change(
  caller: Caller,
  kind: string,
  input: SequenceChange,
): Promise<Changed> {
  const shipped = shippedKind(kind)
  const { hospital_id } = caller
  const row = await sequences.find({ hospital_id, kind }, { lock: true })
  const open = await branches(caller)
  const branch = await branchOf(caller, input.facility_id)
  const standing = { shipped, row, branch, open, form: formOn(shipped, row, branch.day) }
  const before = await find(caller, kind, branch.id)
  const waits = await changeForm(caller, standing, input)
  await changeNext(caller, kind, input)
  const asked = { pattern: input.pattern, scope: input.scope, reset: input.reset }
  const changes = difference(before, { ...asked, next_value: input.next_value })
  record(caller, 'sequence.change', {
    entity_type: 'sequence',
    entity_label: shipped.label,
    changes,
  })
  await noteChanges(caller, 'sequence', changes, kind)
  return { sequence: await find(caller, kind, input.facility_id), waits }
}

async function changeForm(
  caller: Caller,
  standing: Standing,
  { pattern, scope, reset }: SequenceChange,
): Promise<boolean> {
  const { form, shipped, row } = standing
  const wanted: Form = {
    pattern: pattern ?? form.pattern,
    scope: scope ?? form.scope,
    reset: reset ?? form.reset,
  }
  checkForm(wanted)
  const pending = row?.pending ?? null
  if (same(wanted, form) && pending === null) return false
  const past = await formsBefore(caller, standing)
  if (past.some((one) => mayRepeat(one, wanted))) {
    throw conflict('This could bring back references that were given before.', 'repeats')
  }
  const waits = !same(wanted, form) && (await mustWait(caller, standing))
  const after = waits ? latestPeriod(standing) : null
  const kept = waits
    ? { ...form, pending: wanted, pending_after: after, past }
    : { ...wanted, pending: null, pending_after: null, past }
  const { hospital_id } = caller
  if (row === undefined) await sequences.insert({ hospital_id, kind: shipped.kind, ...kept })
  else await sequences.change({ hospital_id, kind: shipped.kind }, kept)
  return waits
}

/** Every form by which a reference may have been given; none while no number was taken. */
async function formsBefore(caller: Caller, { form, shipped, row }: Standing): Promise<Form[]> {
  const { hospital_id } = caller
  if ((await sequence_counters.count({ hospital_id, kind: shipped.kind })) === 0) return []
  const all = [
    ...(row?.past ?? []),
    form,
    ...(row === undefined ? [formOf(shipped)] : [formOf(row)]),
    ...(row?.pending ? [row.pending] : []),
  ]
  return all.filter((one, at) => all.findIndex((other) => same(one, other)) === at)
}

/** Of a gapless kind, while its period runs and has given numbers. */
async function mustWait(caller: Caller, { shipped, form, open }: Standing): Promise<boolean> {
  if (!shipped.gapless || form.reset === 'NEVER') return false
  const now = new Set(open.map(({ day }) => periodOf(form.reset, day)))
  const counters = await countersNow(caller.hospital_id, [shipped.kind], open)
  return counters.some(({ period, last_reference }) => now.has(period) && last_reference !== null)
}

/** A branch further east may have begun the next one already. */
const latestPeriod = ({ form, open }: Standing): string =>
  open
    .map(({ day }) => periodOf(form.reset, day))
    .reduce((latest, period) => (period > latest ? period : latest))

async function changeNext(
  caller: Caller,
  kind: string,
  { next_value, facility_id }: SequenceChange,
): Promise<void> {
  if (next_value === undefined) return
  const { hospital_id } = caller
  const shipped = shippedKind(kind)
  const branch = await branchOf(caller, facility_id)
  const form = formOn(shipped, await sequences.find({ hospital_id, kind }), branch.day)
  if (form.scope === 'FACILITY' && facility_id === undefined) {
    throw invalid('facility_id', 'is required: each branch counts for itself.')
  }
  const key = { hospital_id, kind, ...placeOf(form, branch) }
  const counter = await sequence_counters.find(key, { lock: true })
  const present = counter?.next_value ?? 1
  if (next_value < present) throw invalid('next_value', `must be at least ${present}.`)
  if (next_value === present) return
  if (shipped.gapless && counter !== undefined && counter.last_reference !== null) {
    throw hasNoGaps(shipped)
  }
  // A number may be taken between the look and the leap; the greater of the two stands.
  const changed = await run(
    sql`insert into sequence_counters (hospital_id, kind, place, period, next_value, first_value)
      values (${hospital_id}, ${kind}, ${key.place}, ${key.period}, ${next_value}, ${next_value})
      on conflict (hospital_id, kind, place, period) do update set
        first_value = case when sequence_counters.last_reference is null
          then excluded.first_value else sequence_counters.first_value end,
        next_value = case when sequence_counters.next_value > excluded.next_value
          then sequence_counters.next_value else excluded.next_value end
        ${shipped.gapless ? sql`where sequence_counters.last_reference is null` : nothing}`,
  )
  if (changed === 0) throw hasNoGaps(shipped)
}

const hasNoGaps = ({ label }: SequenceKind) =>
  conflict(`${label} has no gaps; its next number cannot be set now.`, 'gapless')

const same = (one: Form, other: Form): boolean =>
  one.pattern === other.pattern && one.scope === other.scope && one.reset === other.reset
