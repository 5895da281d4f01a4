// Which row of a gate decides a case (GAT-1): of those that fit the one with more keys.

import type { CaseFacts, Scope } from './kind.ts'

export interface Scoped {
  readonly scope: Scope
}

export function fits({ scope }: Scoped, facts: CaseFacts): boolean {
  return Object.entries(scope).every(([key, wanted]) => {
    const given = facts[key]
    if (given === undefined || given === null) return false
    return typeof given === 'string'
      ? wanted.includes(given)
      : given.some((word) => wanted.includes(word))
  })
}

export function deciding<R extends Scoped>(rows: readonly R[], facts: CaseFacts): R | undefined {
  let best: R | undefined
  for (const row of rows) {
    if (!fits(row, facts)) continue
    if (best === undefined || keysOf(row.scope) > keysOf(best.scope)) best = row
  }
  return best
}

/** Two rows with as many keys of which one case could fit both. */
export const meet = (a: Scope, b: Scope): boolean =>
  keysOf(a) === keysOf(b) &&
  Object.entries(a).every(([key, words]) => {
    const other = b[key]
    return other === undefined || words.some((word) => other.includes(word))
  })

/** The same scope is the same word, however it was typed. */
export const scopeKey = (scope: Scope): string =>
  JSON.stringify(
    Object.entries(scope)
      .map(([key, words]) => [key, [...new Set(words)].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

const keysOf = (scope: Scope): number => Object.keys(scope).length
