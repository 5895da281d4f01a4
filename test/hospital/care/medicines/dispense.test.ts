// Charge and stock of a dispense go together at every point of random sequences (CAR-101, measures of care 9).
// DISPENSE_RUNS=2000 walks as many as the chapter asks for.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { diceOf, worksOf } from './dispense-works.ts'

const runs = Number(process.env['DISPENSE_RUNS'] ?? 60)
const steps = 4

t.test('dispense: charge and goods say the same, whatever is done (CAR-101)', async (t) => {
  clock.freeze('2026-03-31T06:00:00.000Z')
  const works = await worksOf(t)
  const seen = new Set<string>()
  for (let seed = 1; seed <= runs; seed += 1) {
    for (const step of await works.sequence(diceOf(seed * 7_919), steps)) seen.add(step)
  }
  for (const one of ['verify 200', 'hand over 200', 'cancel 200', 'reverse 200', 'reopen 200'])
    t.ok(seen.has(one), one)
  t.ok(seen.has('return 200') || runs < 60, 'something came back')
})
