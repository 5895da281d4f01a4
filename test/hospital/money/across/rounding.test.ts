// Rounding by table (ACC-29, BIL-15, BIL-71, BIL-86, BIL-100): tax, discount, a scheme's share, a split
// by weight, waivers, credit notes in part, money without cents. Half up on the magnitude, every
// remainder has an owner, and nothing is ever rounded into place.

import t from 'tap'
import { grossWithoutTax, lineAmounts } from '../../../../db/hospital/money/billing/amounts.ts'
import { splitOf } from '../../../../db/hospital/money/billing/credit/split.ts'
import type { Row as Item } from '../../../../db/hospital/money/billing/charges/items.ts'
import { spread } from '../../../../db/hospital/money/billing/payments/settle.ts'
import type { Purse } from '../../../../db/hospital/money/accounting/purse.ts'
import { portion, toMajor, toMinor } from '../../../../db/core/kinds/money.ts'
import { largestRemainder } from '../../../../db/core/kinds/spread.ts'

type TaxCase = [
  what: string,
  line: [
    quantity: number,
    unit_price: number,
    discount: number,
    rate: number | null,
    incl: boolean,
  ],
  comes_to: [gross: number, net: number, tax: number, amount: number],
]

t.test('a line: quantity, discount, tax in the price and on top (BIL-15)', async (t) => {
  const cases: TaxCase[] = [
    ['no tax', [1_000, 20_000, 0, null, false], [20_000, 20_000, 0, 20_000]],
    ['a rate of nothing', [1_000, 20_000, 0, 0, true], [20_000, 20_000, 0, 20_000]],
    ['18 % in it', [1_000, 20_000, 0, 1_800, true], [20_000, 16_949, 3_051, 20_000]],
    ['18 % on top', [1_000, 20_000, 0, 1_800, false], [20_000, 20_000, 3_600, 23_600]],
    ['one cent, 18 % in it', [1_000, 1, 0, 1_800, true], [1, 1, 0, 1]],
    ['three cents, 18 % in it', [1_000, 3, 0, 1_800, true], [3, 3, 0, 3]],
    ['four cents, 18 % in it', [1_000, 4, 0, 1_800, true], [4, 3, 1, 4]],
    ['two cents, 18 % on top', [1_000, 2, 0, 1_800, false], [2, 2, 0, 2]],
    ['three cents, 18 % on top', [1_000, 3, 0, 1_800, false], [3, 3, 1, 4]],
    ['just half a cent of tax goes up', [1_000, 5, 0, 1_000, false], [5, 5, 1, 6]],
    ['a third of a piece', [333, 20_000, 0, 1_800, true], [6_660, 5_644, 1_016, 6_660]],
    ['a thousandth of a piece', [1, 500, 0, null, false], [1, 1, 0, 1]],
    ['less than half a cent is nothing', [1, 499, 0, null, false], [0, 0, 0, 0]],
    ['three times 333.33', [3_000, 33_333, 0, null, false], [99_999, 99_999, 0, 99_999]],
    [
      'a discount, 18 % in it',
      [1_000, 20_000, 2_001, 1_800, true],
      [20_000, 15_253, 2_746, 17_999],
    ],
    [
      'a discount, 18 % on top',
      [1_000, 20_000, 2_001, 1_800, false],
      [20_000, 17_999, 3_240, 21_239],
    ],
    ['all of it discounted', [1_000, 20_000, 20_000, 1_800, true], [20_000, 0, 0, 0]],
    ['12.5 % in it', [1_000, 10_001, 0, 1_250, true], [10_001, 8_890, 1_111, 10_001]],
    [
      'as much as the books hold',
      [1_000, 9_007_199_254_740_991, 0, 1_800, true],
      [9_007_199_254_740_991, 7_633_219_707_407_619, 1_373_979_547_333_372, 9_007_199_254_740_991],
    ],
  ]
  for (const [what, [quantity, unit_price, discount, tax_rate, tax_inclusive], expected] of cases) {
    const line = { quantity, unit_price, discount, tax_rate, tax_inclusive }
    const { gross, net, tax, amount } = lineAmounts(line)
    t.same([gross, net, tax, amount], expected, what)
    t.equal(net + tax, amount, `${what}: nothing is lost`)
    t.ok(grossWithoutTax(line) >= net, `${what}: the discount is no income`)
  }
})

t.test('a portion: half up on the magnitude, however large', async (t) => {
  const cases: [a: number, b: number, c: number, comes_to: number][] = [
    [99_999, 3_333, 10_000, 33_330],
    [1, 1, 3, 0],
    [1, 2, 3, 1],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [-1, 1, 3, 0],
    [5, 1, 10, 1],
    [4_999, 1, 10_000, 0],
    [9_007_199_254_740_991, 9_999, 10_000, 9_006_298_534_815_517],
  ]
  for (const [a, b, c, expected] of cases) t.equal(portion(a, b, c), expected, `${a}×${b}÷${c}`)
})

t.test(
  'a split by weight: the largest remainder, then the first (ACC-28, BIL-82, BIL-86)',
  async (t) => {
    const cases: [amount: number, weights: number[], parts: number[]][] = [
      [100, [1, 1, 1], [34, 33, 33]],
      [2, [1, 1, 1], [1, 1, 0]],
      [1, [1, 2], [0, 1]],
      [10, [3, 3, 4], [3, 3, 4]],
      [10_000, [16_949, 30_000, 53_051], [1_695, 3_000, 5_305]],
      [7, [0, 5, 0], [0, 7, 0]],
      [0, [1, 2], [0, 0]],
      [5, [0, 0], [0, 0]],
    ]
    for (const [amount, weights, parts] of cases) {
      const given = largestRemainder(amount, weights)
      t.same(given, parts, `${amount} over ${weights.join(', ')}`)
    }
  },
)

const line = (more: Partial<Item>): Item =>
  ({
    id: 'line',
    description: 'Full blood count',
    quantity: 3_000,
    amount: 10_000,
    tax: 1_525,
    covered: 0,
    moved_from_scheme: 0,
    patient_share: 10_000,
    balance: 0,
    settled: 10_000,
    insured: 0,
    waived: 0,
    adjusted: 0,
    credited: 0,
    credited_share: 0,
    credited_quantity: 0,
    service_status: 'PENDING',
    ...more,
  }) as Item
const purse = { said: String } as unknown as Purse

t.test('a credit note in parts: the parts come to the whole (BIL-70, BIL-71)', async (t) => {
  type Case = [what: string, item: Partial<Item>, quantities: number[], parts: number[][]]
  // Of each part: amount, tax, the scheme's, unpaid, waived, paid.
  const cases: Case[] = [
    [
      'three pieces of 100.00 paid, one by one: the last takes the rest',
      {},
      [1_000, 1_000, 1_000],
      [
        [3_333, 508, 0, 0, 0, 3_333],
        [3_333, 509, 0, 0, 0, 3_333],
        [3_334, 508, 0, 0, 0, 3_334],
      ],
    ],
    [
      'a third is covered: each part in the proportion of the line',
      { covered: 3_333, patient_share: 6_667, settled: 6_667 },
      [1_000, 2_000],
      [
        [3_333, 508, 1_111, 0, 0, 2_222],
        [6_667, 1_017, 2_222, 0, 0, 4_445],
      ],
    ],
    [
      'unpaid first, then waived, then paid',
      { balance: 2_000, waived: 1_000, settled: 8_000 },
      [1_000, 2_000],
      [
        [3_333, 508, 0, 2_000, 1_000, 333],
        [6_667, 1_017, 0, 0, 0, 6_667],
      ],
    ],
    [
      'half a piece',
      { quantity: 1_000 },
      [500, 500],
      [
        [5_000, 763, 0, 0, 0, 5_000],
        [5_000, 762, 0, 0, 0, 5_000],
      ],
    ],
  ]
  for (const [what, given, quantities, parts] of cases) {
    let item = line(given)
    const found: number[][] = []
    for (const quantity of quantities) {
      const split = splitOf(purse, item, { item_id: 'line', quantity }, 0)
      const { amount, tax, scheme_part, unpaid_part, waived_part, paid_part } = split
      found.push([amount, tax, scheme_part, unpaid_part, waived_part, paid_part])
      item = line({
        ...item,
        credited: item.credited + amount,
        credited_share: item.credited_share + amount - scheme_part,
        credited_quantity: item.credited_quantity + quantity,
        balance: item.balance - unpaid_part,
        waived: item.waived - waived_part,
        settled: item.settled - waived_part - paid_part,
      })
    }
    t.same(found, parts, what)
    const sum = (at: number): number => found.reduce((all, part) => all + (part[at] ?? 0), 0)
    t.same([sum(0), sum(1)], [item.amount, item.tax], `${what}: the whole line, the whole tax`)
    t.equal(item.balance + item.settled, 0, `${what}: nothing is left on it`)
  }
})

t.test('a part payment settles line by line, to the cent (BIL-42)', async (t) => {
  const lines = [
    line({ id: 'a', balance: 3_333 }),
    line({ id: 'b', balance: 1 }),
    line({ id: 'c', balance: 99 }),
  ]
  const cases: [amount: number, named: string[], given: [string, number][]][] = [
    [3_333, [], [['a', 3_333]]],
    [
      3_334,
      [],
      [
        ['a', 3_333],
        ['b', 1],
      ],
    ],
    [1, [], [['a', 1]]],
    [
      100,
      ['c'],
      [
        ['c', 99],
        ['a', 1],
      ],
    ],
  ]
  for (const [amount, named, given] of cases) {
    const found = spread(lines, amount, named).map(({ item, amount: part }) => [item.id, part])
    t.same(found, given, `${amount} ${named.join()}`)
  }
})

t.test('money at the edge: as many decimals as the currency has (ACC-29)', async (t) => {
  const [shilling, whole] = [
    { code: 'TZS', decimals: 2 },
    { code: 'UGX', decimals: 0 },
  ]
  const cases: [number, typeof shilling, number | string][] = [
    [0.1, shilling, 10],
    [0.29, shilling, 29],
    [1.005, shilling, 'amount has more decimals than TZS allows.'],
    [19.99, shilling, 1_999],
    [90_071_992_547_409.91, shilling, 9_007_199_254_740_991],
    [1_500, whole, 1_500],
    [1_500.5, whole, 'amount has more decimals than UGX allows.'],
  ]
  for (const [amount, currency, expected] of cases) {
    if (typeof expected === 'string') {
      t.throws(() => toMinor(amount, currency, 'amount'), { message: expected })
      continue
    }
    t.equal(toMinor(amount, currency, 'amount'), expected)
    t.equal(toMajor(expected, currency), amount, 'and back')
  }
  // A third of 1,000 Uganda shillings, 18 % in it: whole shillings throughout.
  const third = lineAmounts({
    quantity: 333,
    unit_price: 1_000,
    discount: 0,
    tax_rate: 1_800,
    tax_inclusive: true,
  })
  t.same(third, { gross: 333, net: 282, tax: 51, amount: 333 })
})
