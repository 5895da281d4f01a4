// The paediatric chart of VIT-9: the range of zero, then the borders of 1, 2 and 4 on both sides.

import type { Fits, ScoreRow } from '../rows.ts'

interface Sign {
  zero: readonly [number, number]
  /** At or below: 1, 2, 4 points. */
  under: readonly [number, number, number]
  /** At or above: 1, 2, 4 points. */
  over: readonly [number, number, number]
}

const sign = (zero: Sign['zero'], under: Sign['under'], over: Sign['over']): Sign => ({
  zero,
  under,
  over,
})

const parts = ['heart_rate', 'systolic', 'respiratory_rate'] as const
const chart: readonly [Fits, Sign, Sign, Sign][] = [
  [
    { band: '< 3 months', to_months: 2 },
    sign([111, 149], [110, 90, 80], [150, 180, 190]),
    sign([61, 79], [60, 50, 45], [80, 100, 130]),
    sign([30, 60], [29, 19, 15], [61, 81, 91]),
  ],
  [
    { band: '3–11 months', from_months: 3, to_months: 11 },
    sign([101, 149], [100, 80, 70], [150, 170, 180]),
    sign([81, 99], [80, 70, 60], [100, 120, 150]),
    sign([25, 50], [24, 19, 15], [51, 71, 81]),
  ],
  [
    { band: '1–4 years', from_months: 12, to_months: 59 },
    sign([91, 119], [90, 70, 60], [120, 150, 170]),
    sign([91, 109], [90, 75, 65], [110, 125, 160]),
    sign([20, 40], [19, 15, 12], [41, 61, 71]),
  ],
  [
    { band: '5–11 years', from_months: 60, to_months: 143 },
    sign([71, 109], [70, 60, 50], [110, 130, 150]),
    sign([91, 119], [90, 80, 70], [120, 140, 170]),
    sign([20, 30], [19, 14, 10], [31, 41, 51]),
  ],
  [
    { band: '12–15 years', from_months: 144, to_months: 191 },
    sign([61, 99], [60, 50, 40], [100, 120, 140]),
    sign([101, 129], [100, 85, 75], [130, 150, 190]),
    sign([12, 16], [11, 10, 9], [17, 23, 30]),
  ],
]

function rowsOf(who: Fits, part: string, { zero, under, over }: Sign): ScoreRow[] {
  const row = (points: number, min: number | null, max: number | null): ScoreRow => ({
    ...who,
    part,
    points,
    min,
    max,
  })
  return [
    row(4, null, under[2]),
    row(2, under[2] + 1, under[1]),
    row(1, under[1] + 1, under[0]),
    row(0, zero[0], zero[1]),
    row(1, over[0], over[1] - 1),
    row(2, over[1], over[2] - 1),
    row(4, over[2], null),
  ]
}

export const pews: ScoreRow[] = [
  ...chart.flatMap(([who, ...signs]) =>
    signs.flatMap((one, at) => rowsOf(who, parts[at] as string, one)),
  ),
  { part: 'capillary_refill', points: 0, min: null, max: 2.9 },
  { part: 'capillary_refill', points: 4, min: 3, max: null },
  { part: 'respiratory_effort', points: 0, values: ['NORMAL'] },
  { part: 'respiratory_effort', points: 1, values: ['MILD'] },
  { part: 'respiratory_effort', points: 2, values: ['MODERATE'] },
  { part: 'respiratory_effort', points: 4, values: ['SEVERE'] },
  { part: 'oxygen_saturation', points: 2, min: null, max: 90 },
  { part: 'oxygen_saturation', points: 1, min: 91, max: 94 },
  { part: 'oxygen_saturation', points: 0, min: 95, max: null },
  { part: 'oxygen_delivery', points: 0, values: ['ROOM_AIR'] },
  { part: 'oxygen_delivery', points: 4, values: ['CPAP', 'VENTILATOR'] },
  { part: 'oxygen_delivery', by: 'oxygen_flow', points: 2, min: null, max: 3.9 },
  { part: 'oxygen_delivery', by: 'oxygen_flow', points: 4, min: 4, max: null },
  {
    part: 'total',
    min: 0,
    max: 2,
    gives: 'LOW',
    trigger: false,
    action: 'Go on observing as planned.',
  },
  {
    part: 'total',
    min: 3,
    max: 4,
    gives: 'LOW_MEDIUM',
    trigger: false,
    action: 'The nurse in charge looks at the child and observes more often.',
  },
  {
    part: 'total',
    min: 5,
    max: 6,
    gives: 'MEDIUM',
    trigger: true,
    action: 'A clinician sees the child within 30 minutes.',
  },
  {
    part: 'total',
    min: 7,
    max: null,
    gives: 'HIGH',
    trigger: true,
    action: 'A senior clinician sees the child now.',
  },
]
