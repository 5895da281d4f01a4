// Gates as a hospital sets them (CAR-53): each change keeps the row before it.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { record } from '../../office/audit/record.ts'
import { isPermit } from '../../permits.ts'
import { registry } from '../../registry.ts'
import type { GateKind, Scope } from './kind.ts'
import { kindOf, type RuleRow, rowsOf } from './rows.ts'
import { meet, scopeKey } from './scopes.ts'
import type { GateChange, GateRule } from './shapes.ts'
import { gate_rules } from './tables.ts'
import { type GateLevel, scope_keys } from './words.ts'

export async function list(
  caller: Caller,
  asked: { action?: string; level?: GateLevel; changed?: 'true' },
): Promise<GateRule[]> {
  const kinds = [...registry.gates.values()].filter(
    ({ actions }) => asked.action === undefined || actions.includes(asked.action),
  )
  const rows = await rowsOf(caller, kinds)
  return kinds
    .map((kind) => ({ kind, own: rows.get(kind.key) ?? [] }))
    .filter(
      ({ own }) =>
        (asked.level === undefined || own.some(({ level }) => level === asked.level)) &&
        (asked.changed === undefined || own.some(({ kept }) => kept !== null)),
    )
    .map(({ kind, own }) => view(kind, own))
}

export async function change(caller: Caller, key: string, input: GateChange): Promise<GateRule> {
  const kind = kindOf(key)
  const scope = readScope(kind, input.scope ?? {})
  const { level, permission } = input
  if (kind.never_off === true && level === 'NONE') {
    throw conflict('This gate may be a warning, not off.')
  }
  if (typeof permission === 'string' && !isPermit(permission)) {
    throw invalid('permission', `"${permission}" does not exist.`)
  }
  const before = (await rowsOf(caller, [kind])).get(key) ?? []
  const scope_key = scopeKey(scope)
  const others = before.filter((row) => scopeKey(row.scope) !== scope_key)
  if (others.some((row) => meet(row.scope, scope))) {
    throw conflict(`Two rows of ${key} fit the same case.`)
  }
  const old = before.find((row) => scopeKey(row.scope) === scope_key)
  const { hospital_id } = caller
  await gate_rules.change(
    { hospital_id, gate: key, scope_key, replaced_at: null },
    { replaced_at: clock.instant() },
  )
  await gate_rules.insert({
    hospital_id,
    gate: key,
    scope,
    scope_key,
    level,
    permission: permission === undefined ? (old?.permission ?? null) : permission,
    params: input.params ?? old?.params ?? {},
    reasons: input.reasons ?? old?.kept?.reasons ?? null,
    emergency_bypass: input.emergency_bypass ?? old?.kept?.emergency_bypass ?? null,
    reason: input.reason,
    changed_by_name: caller.name,
  })
  record(caller, 'gate.change', {
    entity_type: 'gate',
    entity_label: key,
    from_state: old?.level ?? 'NONE',
    to_state: level,
    changes: { scope: [null, scope] },
    reason: input.reason,
  })
  return view(kind, (await rowsOf(caller, [kind])).get(key) ?? [])
}

function readScope(kind: GateKind, given: Record<string, unknown>): Scope {
  const known: readonly string[] = [...scope_keys, ...(kind.scope_keys ?? [])]
  const read = Object.entries(given).map(([name, value]) => {
    if (!known.includes(name)) throw invalid(`scope.${name}`, `must be one of ${known.join(', ')}.`)
    const words = Array.isArray(value) ? (value as unknown[]) : [value]
    const texts = words.filter((word): word is string => typeof word === 'string' && word !== '')
    if (texts.length === 0 || texts.length !== words.length || texts.length > 100) {
      throw invalid(`scope.${name}`, 'must be a list of 1 to 100 words.')
    }
    return [name, texts.map((word) => word.slice(0, 120))] as const
  })
  return Object.fromEntries(read)
}

const view = (kind: GateKind, rows: readonly RuleRow[]): GateRule => ({
  key: kind.key,
  title: kind.title,
  title_sw: kind.title_sw,
  actions: [...kind.actions],
  default_level: kind.rows.find(({ scope }) => scope === undefined)?.level ?? 'NONE',
  emergency_bypass: kind.emergency_bypass,
  scope_keys: [...scope_keys, ...(kind.scope_keys ?? [])],
  rows: rows.map(({ kept, ...row }) => ({
    ...row,
    scope: { ...row.scope },
    params: { ...row.params },
    reasons: [...row.reasons],
    shipped: kept === null,
    changed_by_name: kept?.changed_by_name ?? null,
    changed_at: kept?.created_at ?? null,
    reason: kept?.reason ?? null,
  })),
})
