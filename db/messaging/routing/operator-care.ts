// Operators and prefixes as people run them (MSG 2.5, 3.7).

import { rows } from '../../store/connection.ts'
import { conflict, invalid, noneCalled } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { nudge } from '../nudges.ts'
import { allOperators, forgetRouting, type Operator, other } from './operators.ts'
import { msg_operators, msg_prefixes } from './tables.ts'
import { operator_life, type prefix_states } from './words.ts'

export async function operatorCalled(typed: string): Promise<Operator> {
  const found = await msg_operators.find({ code: typed.toLowerCase() })
  if (found === undefined) {
    const codes = (await allOperators()).map(({ code }) => code)
    throw noneCalled('operator', typed, codes)
  }
  return found
}

const throughput_max = 5000

export type OperatorChange = Partial<
  Pick<
    Operator,
    | 'name'
    | 'throughput_per_second'
    | 'approval_required'
    | 'required_documents'
    | 'refund_rejected'
    | 'refund_unknown'
    | 'refund_failed'
    | 'refund_expired'
  >
>

/** Answers whether anything became otherwise. */
export async function changeOperator(
  by: Actor,
  typed: string,
  changes: OperatorChange,
): Promise<{ operator: Operator; changed: boolean }> {
  const found = await operatorCalled(typed)
  const { throughput_per_second: most } = changes
  if (typeof most === 'number' && (!Number.isInteger(most) || most < 1 || most > throughput_max))
    throw invalid('throughput', `must be a whole number from 1 to ${throughput_max}.`)
  const names = (Object.keys(changes) as (keyof OperatorChange)[]).filter(
    (name) => JSON.stringify(changes[name]) !== JSON.stringify(found[name]),
  )
  if (names.length === 0) return { operator: found, changed: false }
  await msg_operators.change({ code: found.code }, changes)
  forgetRouting()
  nudge('links')
  await noteOperator(by, 'operator.change', found, { changes: { ...changes } })
  return { operator: await operatorCalled(found.code), changed: true }
}

/** Paused: nothing of it is submitted, acceptance goes on (MSG 2.5). */
export async function moveOperator(
  by: Actor,
  typed: string,
  move: 'pause' | 'resume',
  reason: string | null = null,
): Promise<Operator> {
  const found = await operatorCalled(typed)
  const status = operator_life.move(move, found.status, found.name)
  await msg_operators.change(
    { code: found.code },
    { status, paused_reason: move === 'pause' ? reason : null },
  )
  forgetRouting()
  nudge('links')
  nudge('queue')
  await noteOperator(by, `operator.${move}`, found, { from: found.status, to: status, reason })
  return operatorCalled(found.code)
}

const noteOperator = (
  by: Actor,
  action: string,
  { code, name }: Operator,
  about: {
    from?: string
    to?: string
    reason?: string | null
    changes?: Record<string, unknown>
  },
): Promise<void> => note(by, action, { entity: 'operator', entity_id: code, label: name, ...about })

export interface OperatorLine {
  code: string
  name: string
  status: Operator['status']
  paused_reason: string | null
  throughput_per_second: number | null
  approval_required: boolean
  required_documents: string[]
  refunds: string[]
  prefixes: string[]
  waiting: number
}

/** In three statements, whatever their number. */
export async function listOperators(): Promise<OperatorLine[]> {
  const prefixes = await msg_prefixes.all({}, { order: ['prefix'] })
  const waiting = await rows<{ operator: string; n: number }>(
    sql`select operator, count(*) as n from msg_messages
        where mode = 'live' and status = 'queued' and not submitted group by operator`,
  )
  const waits = new Map(waiting.map(({ operator, n }) => [operator, Number(n)]))
  return (await allOperators()).map((one) => ({
    code: one.code,
    name: one.name,
    status: one.status,
    paused_reason: one.paused_reason,
    throughput_per_second: one.throughput_per_second,
    approval_required: one.approval_required,
    required_documents: one.required_documents,
    refunds: (['rejected', 'unknown', 'failed', 'expired'] as const).filter(
      (outcome) => one[`refund_${outcome}`],
    ),
    prefixes: prefixes
      .filter(({ operator_code }) => (operator_code ?? other) === one.code)
      .map(({ prefix }) => prefix),
    waiting: waits.get(one.code) ?? 0,
  }))
}

type PrefixState = (typeof prefix_states)[number]
type PrefixRow = RowOf<(typeof msg_prefixes)['columns']>

export interface PrefixLine {
  prefix: string
  operator: string
  state: PrefixState
  note: string | null
}

const shownPrefix = (one: PrefixRow): PrefixLine => ({
  prefix: one.prefix,
  operator: one.operator_code ?? other,
  state: one.state,
  note: one.note,
})

export async function listPrefixes(asked: {
  operator?: string | undefined
  state?: PrefixState | undefined
}): Promise<PrefixLine[]> {
  const found = await msg_prefixes.read(
    sql`select ${msg_prefixes.selection()} from msg_prefixes${where([
      when(asked.operator, sql`coalesce(operator_code, ${other}) = ${asked.operator}`),
      when(asked.state, sql`state = ${asked.state}`),
    ])} order by prefix`,
  )
  return found.map(shownPrefix)
}

/** A refused prefix makes its numbers invalid; an unallocated one is of nobody yet (MSG-203). */
export async function setPrefix(
  by: Actor,
  prefix: string,
  given: { operator: string | null; state: PrefixState; note?: string | undefined },
): Promise<{ line: PrefixLine; changed: boolean }> {
  if (!/^[67]\d$/.test(prefix))
    throw invalid('prefix', 'must be the two digits after 255, the first of them 6 or 7.')
  const code = given.operator === null ? null : (await operatorCalled(given.operator)).code
  const operator_code = code === other ? null : code
  if (given.state !== 'allocated' && operator_code !== null)
    throw conflict(`A prefix that is ${given.state} belongs to no operator.`)
  const state = given.state === 'allocated' && operator_code === null ? 'unallocated' : given.state
  const found = await msg_prefixes.find({ prefix })
  const changes = { operator_code, state, note: given.note ?? found?.note ?? null }
  const same =
    found !== undefined &&
    found.operator_code === changes.operator_code &&
    found.state === changes.state &&
    found.note === changes.note
  if (same) return { line: shownPrefix(found), changed: false }
  if (found === undefined) await msg_prefixes.insert({ prefix, ...changes })
  else await msg_prefixes.change({ prefix }, changes)
  forgetRouting()
  await note(by, 'prefix.set', {
    entity: 'prefix',
    entity_id: prefix,
    label: prefix,
    from: found === undefined ? null : (found.operator_code ?? found.state),
    to: operator_code ?? state,
    changes,
  })
  const [line] = (await listPrefixes({})).filter((one) => one.prefix === prefix)
  return { line: line as PrefixLine, changed: true }
}
