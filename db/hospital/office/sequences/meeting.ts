// Whether two patterns could ever make the same reference. Each is a row of places with the
// characters that may stand there; the two are walked side by side as one does with automata.

import { type Form, type Token, tokensOf } from './patterns.ts'

interface Place {
  characters: string
  /** May be left out. */
  optional?: boolean
  /** May stand any number of times more. */
  repeats?: boolean
}

const digits = '0123456789'
const code = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

const many = (count: number, place: Place): Place[] => Array.from({ length: count }, () => place)

function placesOf(token: Token): Place[] {
  switch (token.kind) {
    case 'literal':
      return [...token.text].map((characters) => ({ characters }))
    case 'FAC':
      return [...many(2, { characters: code }), ...many(6, { characters: code, optional: true })]
    case 'SEQ':
      return [
        ...many(token.width - 1, { characters: digits }),
        { characters: digits, repeats: true },
      ]
    case 'YYYY':
      return many(4, { characters: digits })
    case 'YY':
      return many(2, { characters: digits })
    case 'MM':
      return [{ characters: '01' }, { characters: digits }]
    case 'DD':
      return [{ characters: '0123' }, { characters: digits }]
  }
}

/** True when some text fits both. */
export function canMeet(one: string, other: string): boolean {
  const a = (tokensOf(one) ?? []).flatMap(placesOf)
  const b = (tokensOf(other) ?? []).flatMap(placesOf)
  const seen = new Set<number>()
  const open: [number, number][] = [[0, 0]]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [i, j] = pair
    const key = i * (b.length + 1) + j
    if (seen.has(key)) continue
    seen.add(key)
    if (i === a.length && j === b.length) return true
    open.push(...stepsFrom(a, b, i, j))
  }
  return false
}

function stepsFrom(a: readonly Place[], b: readonly Place[], i: number, j: number) {
  const steps: [number, number][] = []
  const [mine, other] = [a[i], b[j]]
  if (mine?.optional === true) steps.push([i + 1, j])
  if (other?.optional === true) steps.push([i, j + 1])
  if (mine === undefined || other === undefined) return steps
  if (![...mine.characters].some((one) => other.characters.includes(one))) return steps
  for (const next_i of mine.repeats === true ? [i, i + 1] : [i + 1]) {
    for (const next_j of other.repeats === true ? [j, j + 1] : [j + 1]) {
      steps.push([next_i, next_j])
    }
  }
  return steps
}

/**
 * True when references of one form may come back under the other. Forms that differ in the width of
 * the number alone share their counters, which only go up, so nothing comes back between them.
 */
export function mayRepeat(before: Form, after: Form): boolean {
  if (before.scope === after.scope && before.reset === after.reset && alike(before, after)) {
    return false
  }
  return canMeet(before.pattern, after.pattern)
}

const alike = (one: Form, other: Form): boolean =>
  one.pattern.replace(/\{SEQ:\d+\}/, '{SEQ}') === other.pattern.replace(/\{SEQ:\d+\}/, '{SEQ}')
