// The one gate engine of the house (care CAR-49 to CAR-54, front office GAT-1, GAT-2). An area brings
// its gates at start; its action asks them all, once, and is let through, warned or refused.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { recordOverride, validOverride } from './overrides.ts'
import type { Bite, CaseFacts, GateKind, Subject } from './kind.ts'
import { kindsAt, type RuleRow, rowsOf } from './rows.ts'
import { deciding } from './scopes.ts'
import type { GateResult, Override } from './shapes.ts'
import { mayLetThrough, rolesHolding } from './who.ts'
import type { GateLevel } from './words.ts'

export interface GateAsked {
  action: string
  subject: Subject
  /** What rows' scopes are held against. */
  facts?: CaseFacts
  /** CAR-51: gates that may be bypassed then only warn. */
  emergency?: boolean
  overrides?: readonly Override[] | undefined
  /** What the action is about: overrides are kept with it. */
  entity: { type: string; id: string; patient_id?: string | null; visit_id?: string | null }
}

export interface Standing {
  kind: GateKind
  row: RuleRow
  bite: Bite
  level: GateLevel
  bypassed: boolean
  /** Of those who may let it through, who could do the action themselves; null: it is not known. */
  acting: string[] | null
  result: GateResult
}

/** Warnings that stand; or the refusal with one line for each gate that does not open. */
export async function gate(caller: Caller, asked: GateAsked): Promise<GateResult[]> {
  const standing = await look(caller, asked)
  const lines: string[] = []
  const passed: { one: Standing; override: Override | null }[] = []
  for (const one of standing) {
    if (one.level === 'WARN') {
      if (one.bypassed) passed.push({ one, override: null })
      continue
    }
    const override =
      one.level === 'BLOCK'
        ? null
        : await validOverride(caller, one, asked.overrides ?? [], isAlone(one, standing))
    if (override !== null) passed.push({ one, override })
    else {
      const { message, may_override } = one.result
      lines.push(`${message} ${mayLetThrough(may_override, one.acting)}`)
    }
  }
  if (lines.length > 0) {
    throw conflict(lines.join('\n'), 'gate', {
      facts: { gates: standing.map(({ result }) => result) },
    })
  }
  for (const { one, override } of passed) await recordOverride(caller, asked, one, override)
  return standing.filter(({ level }) => level === 'WARN').map(({ result }) => result)
}

/** CAR-50: where a gate bites once, an override need not say about what. */
const isAlone = ({ kind }: Standing, standing: readonly Standing[]): boolean =>
  standing.filter((one) => one.kind.key === kind.key).length === 1

/** CAR-54: the same code, nothing written; never the place of the decision. */
export const evaluate = async (caller: Caller, asked: GateAsked): Promise<GateResult[]> =>
  (await look(caller, asked)).map(({ result }) => result)

async function look(caller: Caller, asked: GateAsked): Promise<Standing[]> {
  const kinds = kindsAt(asked.action)
  const rows = await rowsOf(caller, kinds)
  const found: Omit<Standing, 'result' | 'acting'>[] = []
  for (const kind of kinds) {
    const own = rows.get(kind.key) ?? []
    // A gate of which no row says more than NONE is not looked at (CAR-49).
    const could = own.filter(({ level }) => level !== 'NONE')
    if (could.length === 0) continue
    const params = deciding(own, asked.facts ?? {})?.params ?? {}
    const bites = await kind.check(caller, {
      action: asked.action,
      subject: asked.subject,
      params,
    })
    for (const bite of bites) {
      const row = deciding(own, { ...asked.facts, ...bite.facts })
      const level = bite.level ?? row?.level ?? 'NONE'
      if (row === undefined || level === 'NONE') continue
      const bypassed = asked.emergency === true && row.emergency_bypass && level !== 'WARN'
      found.push({ kind, row, bite, level: bypassed ? 'WARN' : level, bypassed })
    }
  }
  const codes = [
    ...new Set(found.flatMap(({ kind, row }) => [row.permission ?? [], kind.acting ?? []].flat())),
  ]
  const holding =
    found.length === 0 ? new Map<string, string[]>() : await rolesHolding(caller, codes)
  return found.map((one) => {
    const result = resultOf(one, holding)
    const able = one.kind.acting === undefined ? undefined : (holding.get(one.kind.acting) ?? [])
    const acting = able && result.may_override.filter((name) => able.includes(name))
    return { ...one, acting: acting ?? null, result }
  })
}

function resultOf(
  { kind, row, bite, level }: Omit<Standing, 'result' | 'acting'>,
  holding: ReadonlyMap<string, string[]>,
): GateResult {
  const may = level === 'BLOCK' ? [] : (holding.get(row.permission ?? '') ?? [])
  return {
    gate: kind.key,
    level,
    subject: bite.subject ?? null,
    message: [`${kind.title}: ${bite.what}`, bite.mend].filter(Boolean).join(' '),
    may_override: may,
    permission: row.permission,
    reasons: [...row.reasons],
  }
}
