// What the tests of one marker come to (BLD-20 to BLD-23). Pure, and the same for every order in which
// the tests are written down: the proof draws them at random.

import type { Marker, TestResult, TestRun } from '../words.ts'

export interface TestSeen {
  marker: Marker
  run: TestRun
  result: TestResult
  /** A second person has looked at it, or it came from an instrument. */
  verified: boolean
}

export const verdicts = ['OPEN', 'REPEAT', 'NON_REACTIVE', 'REACTIVE'] as const
export interface Verdict {
  state: (typeof verdicts)[number]
  /** Repeats freed it: said on the release screen and in the report. */
  initially_reactive: boolean
  /** Typed and not yet looked at by a second person. */
  unverified: boolean
}

const isBad = ({ result }: TestSeen): boolean => result === 'REACTIVE' || result === 'INDETERMINATE'
const repeats_needed = 2

/** What is bad counts at once; what is good only once somebody else has verified it. */
export function verdictOf(tests: readonly TestSeen[], marker: Marker): Verdict {
  // BLD-21, BLD-23: what is invalid never counts, and a reference laboratory never frees a unit.
  const own = tests.filter(
    (one) => one.marker === marker && one.result !== 'INVALID' && one.run !== 'CONFIRMATORY',
  )
  const initial = own.filter(({ run }) => run === 'INITIAL')
  const repeats = own.filter(({ run }) => run === 'REPEAT')
  const unverified = own.some((one) => !isBad(one) && !one.verified)
  const initially_reactive = initial.some(isBad)
  if (repeats.some(isBad)) return { state: 'REACTIVE', initially_reactive, unverified }
  const good = (some: readonly TestSeen[]): number => some.filter(({ verified }) => verified).length
  if (initially_reactive) {
    const state = good(repeats) >= repeats_needed ? 'NON_REACTIVE' : 'REPEAT'
    return { state, initially_reactive, unverified }
  }
  return { state: good(initial) > 0 ? 'NON_REACTIVE' : 'OPEN', initially_reactive, unverified }
}
