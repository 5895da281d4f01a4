import t from 'tap'
import { largestRemainder } from '../../../../db/core/kinds/spread.ts'

t.test('an amount is spread without a rest (BIL-121)', async (t) => {
  t.same(largestRemainder(100, [1, 1, 1]), [34, 33, 33])
  t.same(largestRemainder(0, [5, 5]), [0, 0])
  t.same(largestRemainder(7, [0, 0]), [0, 0])
  t.same(
    largestRemainder(9_007_199_254_740_991, [1, 2]),
    [3_002_399_751_580_330, 6_004_799_503_160_661],
  )
})
