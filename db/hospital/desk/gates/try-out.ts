// Every row of the gates of one action, held against a case: for who set them and wonders.

import type { Caller } from '../../../core/caller.ts'
import type { GateAsked } from './gate.ts'
import type { Bite, Scope } from './kind.ts'
import { kindsAt, type RuleRow, rowsOf } from './rows.ts'
import { deciding, fits } from './scopes.ts'

export interface GateTried {
  action: string
  gate: string
  title: string
  /** `payers SCHEME, CLIENT`, or `every case`. */
  scope: string
  level: string
  fits: boolean
  /** Of the rows that fit, the one with more keys (GAT-1). */
  decides: boolean
  /** What stands in the way now. */
  stands: string[]
  why: string
}

/** Nothing is written and nothing is decided. */
export async function tryOut(caller: Caller, asked: GateAsked): Promise<GateTried[]> {
  const kinds = kindsAt(asked.action)
  const rows = await rowsOf(caller, kinds)
  const tried: GateTried[] = []
  for (const kind of kinds) {
    const own = rows.get(kind.key) ?? []
    const params = deciding(own, asked.facts ?? {})?.params ?? {}
    const { action, subject } = asked
    const bites = await kind.check(caller, { action, subject, params })
    for (const row of own) {
      const held = against(asked, own, row, bites)
      tried.push({
        action,
        gate: kind.key,
        title: kind.title,
        scope: scopeWords(row.scope),
        ...held,
        why: whyOf(asked, row, held),
      })
    }
  }
  return tried
}

type Held = Pick<GateTried, 'level' | 'fits' | 'decides' | 'stands'>

function against(
  { facts }: GateAsked,
  own: readonly RuleRow[],
  row: RuleRow,
  bites: readonly Bite[],
): Held {
  // A bite may know more of the case than was known before.
  const cases = bites.length === 0 ? [{}] : bites.map((bite) => bite.facts ?? {})
  const decides = cases.some((more) => deciding(own, { ...facts, ...more }) === row)
  const by_other = bites.find(({ level }) => decides && level !== undefined)
  return {
    level: by_other?.level ?? row.level,
    fits: cases.some((more) => fits(row, { ...facts, ...more })),
    decides,
    stands: decides ? bites.map(({ what }) => what) : [],
  }
}

const scopeWords = (scope: Scope): string =>
  Object.entries(scope)
    .map(([key, words]) => `${key} ${words.join(', ')}`)
    .join('; ') || 'every case'

function whyOf({ facts = {}, emergency }: GateAsked, row: RuleRow, held: Held): string {
  if (!held.fits) {
    const other = Object.entries(row.scope)
      .filter(([key, words]) => !fits({ scope: { [key]: words } }, facts))
      .map(([key]) => `${key} is ${[facts[key] ?? 'not known'].flat().join(', ')}`)
    return `does not fit: ${other.join(', ')}`
  }
  if (!held.decides) return 'fits, but a row with more keys decides'
  if (held.stands.length > 0) {
    const bypassed = emergency === true && row.emergency_bypass
    return `${held.stands.join(' ')}${bypassed ? ' (an emergency: a warning)' : ''}`
  }
  return held.level === 'NONE' ? 'decides: off' : 'decides: nothing stands in the way'
}
