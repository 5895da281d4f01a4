// The clock of this process, not frozen but off: what a machine sees whose clock is set.

import type { Test } from 'tap'
import { clock } from '../../../db/core/clock.ts'

/** Answers what sets it: off by so many milliseconds until the test ends. */
export function shiftedClock(t: Test): (ms: number) => void {
  clock.release()
  const real = Date.now
  let off = 0
  Date.now = () => real() + off
  t.teardown(() => {
    Date.now = real
    clock.freeze('2026-03-04T09:00:00.000Z')
  })
  return (ms) => void (off = ms)
}
