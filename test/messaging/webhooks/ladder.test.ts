import t from 'tap'
import { attempts_max, gapAfter } from '../../../db/messaging/webhooks/ladder.ts'

t.test('ladder: six attempts with the gaps of the contract (MSG-548)', async (t) => {
  t.equal(attempts_max, 6)
  const gaps = [1, 2, 3, 4, 5, 6].map((attempt) => gapAfter(attempt, () => 0))
  t.strictSame(gaps, [30_000, 120_000, 600_000, 1_800_000, 5_400_000, null])
})

t.test('ladder: a little more, and never less (MSG-548)', async (t) => {
  for (let attempt = 1; attempt < attempts_max; attempt++) {
    const least = gapAfter(attempt, () => 0) ?? 0
    // A second may pass until somebody looks.
    const most = least + Math.max(least / 100, 2000) - 1000
    t.ok((gapAfter(attempt, () => 1) ?? 0) <= most, String(attempt))
    for (let round = 0; round < 100; round++) {
      const gap = gapAfter(attempt) ?? 0
      if (gap < least || gap > most) t.fail(`${gap} after attempt ${attempt}`)
    }
  }
})
