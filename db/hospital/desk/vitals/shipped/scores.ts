// The charts of VIT-8, VIT-10 and VIT-11, cell by cell.

import type { ScoreRow } from '../rows.ts'

/** From the lowest value up: each cell ends where the next begins. */
type Cell = readonly [points: number, to: number | null]

const cells = (
  part: string,
  list: readonly Cell[],
  step = 1,
  who: Partial<ScoreRow> = {},
): ScoreRow[] =>
  list.map(([points, max], at) => {
    const before = list[at - 1]?.[1]
    const min = before === undefined || before === null ? null : tidy(before + step)
    return { ...who, part, points, min, max }
  })

const tidy = (value: number): number => Math.round(value * 10) / 10

const scale_2 = { spo2_target: '88-92' } as const

export const news2: ScoreRow[] = [
  ...cells('respiratory_rate', [
    [3, 8],
    [1, 11],
    [0, 20],
    [2, 24],
    [3, null],
  ]),
  ...cells(
    'oxygen_saturation',
    [
      [3, 91],
      [2, 93],
      [1, 95],
      [0, null],
    ],
    1,
    { spo2_target: '94-98' },
  ),
  ...cells(
    'oxygen_saturation',
    [
      [3, 83],
      [2, 85],
      [1, 87],
      [0, null],
    ],
    1,
    { ...scale_2, on_oxygen: false },
  ),
  ...cells(
    'oxygen_saturation',
    [
      [3, 83],
      [2, 85],
      [1, 87],
      [0, 92],
      [1, 94],
      [2, 96],
      [3, null],
    ],
    1,
    { ...scale_2, on_oxygen: true },
  ),
  { part: 'oxygen_delivery', points: 0, values: ['ROOM_AIR'] },
  {
    part: 'oxygen_delivery',
    points: 2,
    values: ['NASAL_CANNULA', 'MASK', 'NON_REBREATHER', 'CPAP', 'VENTILATOR'],
  },
  ...cells('systolic', [
    [3, 90],
    [2, 100],
    [1, 110],
    [0, 219],
    [3, null],
  ]),
  ...cells('heart_rate', [
    [3, 40],
    [1, 50],
    [0, 90],
    [1, 110],
    [2, 130],
    [3, null],
  ]),
  { part: 'consciousness', points: 0, values: ['ALERT'] },
  { part: 'consciousness', points: 3, values: ['CONFUSION', 'VOICE', 'PAIN', 'UNRESPONSIVE'] },
  ...cells(
    'temperature',
    [
      [3, 35],
      [1, 36],
      [0, 38],
      [1, 39],
      [2, null],
    ],
    0.1,
  ),
  {
    part: 'single',
    min: 3,
    max: 3,
    gives: 'LOW_MEDIUM',
    trigger: true,
    action: 'One sign alone is extreme: tell the clinician, who reviews the patient.',
  },
  {
    part: 'total',
    min: 0,
    max: 4,
    gives: 'LOW',
    trigger: false,
    action: 'The nurse assesses the patient and goes on observing.',
  },
  {
    part: 'total',
    min: 5,
    max: 6,
    gives: 'MEDIUM',
    trigger: true,
    action: 'Urgent review by a clinician; observe every hour at least.',
  },
  {
    part: 'total',
    min: 7,
    max: null,
    gives: 'HIGH',
    trigger: true,
    action: 'Emergency review by a senior clinician now; observe without pause.',
  },
]

export const meows: ScoreRow[] = [
  ...cells(
    'temperature',
    [
      [2, 34.9],
      [1, 36],
      [0, 38],
      [2, null],
    ],
    0.1,
  ),
  ...cells('systolic', [
    [2, 89],
    [1, 100],
    [0, 149],
    [1, 160],
    [2, null],
  ]),
  ...cells('diastolic', [
    [0, 89],
    [1, 100],
    [2, null],
  ]),
  ...cells('heart_rate', [
    [2, 39],
    [1, 50],
    [0, 99],
    [1, 120],
    [2, null],
  ]),
  ...cells('respiratory_rate', [
    [2, 9],
    [0, 20],
    [1, 30],
    [2, null],
  ]),
  ...cells('oxygen_saturation', [
    [2, 94],
    [0, null],
  ]),
  { part: 'consciousness', points: 0, values: ['ALERT'] },
  { part: 'consciousness', points: 1, values: ['VOICE', 'CONFUSION'] },
  { part: 'consciousness', points: 2, values: ['PAIN', 'UNRESPONSIVE'] },
  ...cells('pain_score', [
    [0, 3],
    [1, 6],
    [2, null],
  ]),
  {
    part: 'single',
    min: 2,
    max: 2,
    gives: 'HIGH',
    trigger: true,
    action: 'A red sign: a senior clinician sees the mother now.',
  },
  {
    part: 'total',
    min: 0,
    max: 1,
    gives: 'LOW',
    trigger: false,
    action: 'Go on observing as planned.',
  },
  {
    part: 'total',
    min: 2,
    max: null,
    gives: 'MEDIUM',
    trigger: true,
    action: 'Two yellow signs: a clinician sees the mother within 30 minutes.',
  },
]

const grown = { group: 'ADULT' } as const
const older = { group: 'OLDER_CHILD' } as const
const younger = { group: 'YOUNGER_CHILD' } as const
const others = ['WALKING', 'WITH_HELP', 'STRETCHER', 'NOT_NORMAL_FOR_AGE']
const warmth: readonly Cell[] = [
  [2, 34.9],
  [0, 38.4],
  [2, null],
]

const childMobility = (who: Partial<ScoreRow>): ScoreRow[] => [
  { ...who, part: 'mobility', points: 0, values: ['NORMAL_FOR_AGE'] },
  { ...who, part: 'mobility', points: 2, values: others },
]
const injured = (who: Partial<ScoreRow>): ScoreRow[] => [
  { ...who, part: 'trauma', points: 0, values: [false] },
  { ...who, part: 'trauma', points: 1, values: [true] },
]
const awake = (who: Partial<ScoreRow>, two: string[]): ScoreRow[] => [
  { ...who, part: 'consciousness', points: 0, values: ['ALERT'] },
  { ...who, part: 'consciousness', points: 1, values: ['VOICE'] },
  { ...who, part: 'consciousness', points: 2, values: two },
  { ...who, part: 'consciousness', points: 3, values: ['UNRESPONSIVE'] },
]

export const tews: ScoreRow[] = [
  { ...grown, part: 'mobility', points: 0, values: ['WALKING'] },
  { ...grown, part: 'mobility', points: 1, values: ['WITH_HELP'] },
  { ...grown, part: 'mobility', points: 2, values: ['STRETCHER'] },
  ...cells(
    'respiratory_rate',
    [
      [3, 8],
      [0, 14],
      [1, 20],
      [2, 29],
      [3, null],
    ],
    1,
    grown,
  ),
  ...cells(
    'heart_rate',
    [
      [3, 40],
      [1, 50],
      [0, 100],
      [1, 110],
      [2, 129],
      [3, null],
    ],
    1,
    grown,
  ),
  ...cells(
    'systolic',
    [
      [3, 70],
      [2, 80],
      [1, 100],
      [0, 199],
      [2, null],
    ],
    1,
    grown,
  ),
  ...cells('temperature', warmth, 0.1, grown),
  ...awake(grown, ['CONFUSION', 'PAIN']),
  ...injured(grown),
  ...childMobility(older),
  ...cells(
    'respiratory_rate',
    [
      [3, 14],
      [2, 16],
      [0, 21],
      [1, 26],
      [2, null],
    ],
    1,
    older,
  ),
  ...cells(
    'heart_rate',
    [
      [3, 59],
      [2, 79],
      [0, 99],
      [1, 129],
      [2, null],
    ],
    1,
    older,
  ),
  ...cells('temperature', warmth, 0.1, older),
  ...awake(older, ['CONFUSION', 'PAIN']),
  ...injured(older),
  ...childMobility(younger),
  ...cells(
    'respiratory_rate',
    [
      [3, 19],
      [2, 25],
      [0, 39],
      [2, 49],
      [3, null],
    ],
    1,
    younger,
  ),
  ...cells(
    'heart_rate',
    [
      [3, 69],
      [2, 79],
      [0, 130],
      [2, 159],
      [3, null],
    ],
    1,
    younger,
  ),
  ...cells('temperature', warmth, 0.1, younger),
  ...awake(younger, ['PAIN']),
  ...injured(younger),
  { part: 'total', min: 0, max: 2, gives: 'GREEN', action: 'GREEN is proposed.' },
  { part: 'total', min: 3, max: 4, gives: 'YELLOW', action: 'YELLOW is proposed.' },
  { part: 'total', min: 5, max: 6, gives: 'ORANGE', action: 'ORANGE is proposed.' },
  { part: 'total', min: 7, max: null, gives: 'RED', action: 'RED is proposed.' },
]
