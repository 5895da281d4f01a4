import t from 'tap'
import { attempts_max, gapAfter } from '../../../db/messaging/webhooks/ladder.ts'

t.test('ladder: six attempts with the gaps of the contract (MSG-548)', async (t) => {
  t.equal(attempts_max, 6)
  const gaps = [1, 2, 3, 4, 5, 6].map((attempt) => gapAfter(attempt, () => 0))
  t.strictSame(gaps, [30_000, 120_000, 600_000, 1_800_000, 5_400_000, null])
})

t.test('ladder: at most a twentieth more, and never less', async (t) => {
  for (let attempt = 1; attempt < attempts_max; attempt++) {
    const least = gapAfter(attempt, () => 0) ?? 0
    t.equal(
      gapAfter(attempt, () => 1),
      least * 1.05,
    )
    for (let round = 0; round < 100; round++) {
      const gap = gapAfter(attempt) ?? 0
      if (gap < least || gap > least * 1.05) t.fail(`${gap} after attempt ${attempt}`)
    }
  }
})
