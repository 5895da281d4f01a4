// ALL-6: integers of minor units inside, major units at the edge, never a rest.

import t from 'tap'
import { share, toMajor, toMinor } from '../../../../db/core/kinds/money.ts'
import { toBasisPoints, toPercent } from '../../../../db/core/kinds/percent.ts'

const tzs = { code: 'TZS', decimals: 2 }
const ugx = { code: 'UGX', decimals: 0 }

t.test('money: what the currency can hold comes back as it was', async (t) => {
  for (const amount of [0, 0.01, 0.1, 0.29, 1500.5, 1.1, 19.99, 4_503_599_627_370.49, -12.3]) {
    t.equal(toMajor(toMinor(amount, tzs, 'amount'), tzs), amount, String(amount))
  }
  t.equal(toMinor(1500, ugx, 'amount'), 1500)
})

t.test('money: a decimal too many is refused in words', async (t) => {
  t.throws(() => toMinor(10.005, tzs, 'amount'), {
    status: 400,
    message: 'amount has more decimals than TZS allows.',
  })
  t.throws(() => toMinor(0.5, ugx, 'price'), {
    message: 'price has more decimals than UGX allows.',
  })
  t.throws(() => toMinor(9e15, tzs, 'amount'), { message: 'amount is too large.' })
})

t.test('money: a share goes to the even neighbour at the half, above and below zero', async (t) => {
  const cases: [number, number, number][] = [
    [100, 1800, 18],
    [250, 1000, 25],
    [5, 1000, 0],
    [15, 1000, 2],
    [25, 1000, 2],
    [35, 1000, 4],
    [-15, 1000, -2],
    [-25, 1000, -2],
    [-35, 1000, -4],
    [333, 3333, 111],
    [9_007_199_254_740_991, 10_000, 9_007_199_254_740_991],
  ]
  for (const [amount, bp, wanted] of cases) t.equal(share(amount, bp), wanted, `${amount} × ${bp}`)
})

t.test('percent: basis points and back', async (t) => {
  for (const percent of [0, 0.01, 12.5, 18, 100, 33.33]) {
    t.equal(toPercent(toBasisPoints(percent, 'rate')), percent)
  }
  t.throws(() => toBasisPoints(12.345, 'rate'), { message: 'rate has more than two decimals.' })
})
