import t from 'tap'
import { barcodeBars } from '../../templates/codes.ts'

t.test('Code 128: start, letters, check and stop as the standard draws them', async (t) => {
  // `PT-1`: 48, 52, 13, 17 in set B; check (104 + 48 + 104 + 39 + 68) mod 103 = 54.
  const widths = (bars: string): string =>
    [...bars.matchAll(/1+|0+/g)].map(([run]) => run.length).join('')
  const expected = ['211214', '313121', '213311', '122132', '123221', '311123', '2331112'].join('')
  t.equal(widths(barcodeBars('PT-1')), expected)
  t.throws(() => barcodeBars('é'), /keyboard/)
})
