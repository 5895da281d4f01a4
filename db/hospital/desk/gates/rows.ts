// The rows of gates as a hospital has them: its own where it changed one, else as shipped.

import type { Caller } from '../../../core/caller.ts'
import { noSuch } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { registry } from '../../registry.ts'
import type { GateKind, GateReason, Scope } from './kind.ts'
import { scopeKey } from './scopes.ts'
import { gate_rules } from './tables.ts'
import type { GateLevel } from './words.ts'

type Kept = RowOf<(typeof gate_rules)['columns']>

export interface RuleRow {
  scope: Scope
  level: GateLevel
  permission: string | null
  params: Readonly<Record<string, unknown>>
  reasons: readonly GateReason[]
  emergency_bypass: boolean
  /** The hospital's own row, where it stands in place of a shipped one or beside them. */
  kept: Kept | null
}

export const kindOf = (key: string): GateKind => {
  const kind = registry.gates.get(key)
  if (kind === undefined) throw noSuch('gate')
  return kind
}

export const kindsAt = (action: string): GateKind[] =>
  [...registry.gates.values()].filter(({ actions }) => actions.includes(action))

/** One statement, however many gates an action has. */
export async function rowsOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  kinds: readonly GateKind[],
): Promise<Map<string, RuleRow[]>> {
  if (kinds.length === 0) return new Map()
  const own = await gate_rules.all(
    { hospital_id, gate: kinds.map(({ key }) => key), replaced_at: null },
    { order: ['created_at', 'id'] },
  )
  return new Map(
    kinds.map((kind) => [
      kind.key,
      together(
        kind,
        own.filter(({ gate }) => gate === kind.key),
      ),
    ]),
  )
}

function together(kind: GateKind, own: readonly Kept[]): RuleRow[] {
  const replaced = new Set(own.map(({ scope_key }) => scope_key))
  const shipped = kind.rows
    .filter(({ scope = {} }) => !replaced.has(scopeKey(scope)))
    .map(({ scope = {}, level, permission, params = {} }) => ({
      scope,
      level,
      permission: permission ?? null,
      params,
      reasons: kind.reasons,
      emergency_bypass: kind.emergency_bypass,
      kept: null,
    }))
  return [
    ...shipped,
    ...own.map((kept) => ({
      scope: kept.scope,
      level: kept.level,
      permission: kept.permission,
      params: kept.params,
      reasons: kept.reasons ?? kind.reasons,
      emergency_bypass: kept.emergency_bypass ?? kind.emergency_bypass,
      kept,
    })),
  ]
}
