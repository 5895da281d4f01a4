// The schedules as they ship (2.13). Days are counted from birth, or from the dose before.

export interface ScheduleLine {
  dose_key: string
  vaccine: string
  number: number
  /** From birth; of schedules that begin with their first dose: null. */
  due_days: number | null
  min_days: number | null
  max_days: number | null
  after: {
    dose_key: string
    min_gap_days: number
    due_gap_days: number
    /** Without it the line stands all the same: a birth dose that was missed. */
    may_miss: boolean
  } | null
  overdue_days: number
}

export interface Schedule {
  key: string
  title: string
  applies: {
    sex: 'Female' | null
    min_age_days: number | null
    max_age_days: number | null
    /** Who is pregnant, and who has begun it. */
    pregnant: boolean
    /** Nobody is due before it was begun: after a bite, for a journey, for work. */
    once_begun: boolean
  }
  /** What lies further back belongs to an earlier course: another bite. */
  course_days: number | null
  lines: readonly ScheduleLine[]
}

type Gap = readonly [after: string, min: number, due?: number, may_miss?: boolean]
const line = (
  dose_key: string,
  vaccine: string,
  [due_days, min_days, max_days]: readonly [number | null, number | null, (number | null)?],
  gap: Gap | null = null,
): ScheduleLine => ({
  dose_key,
  vaccine,
  number: Number(/\d+$/.exec(dose_key)?.[0] ?? 1),
  due_days,
  min_days,
  max_days: max_days ?? null,
  after:
    gap === null
      ? null
      : {
          dose_key: gap[0],
          min_gap_days: gap[1],
          due_gap_days: gap[2] ?? gap[1],
          may_miss: gap[3] ?? false,
        },
  overdue_days: 28,
})
const gap = (after: string, min = 28, due = min): Gap => [after, min, due]
const from_now = [null, null] as const

const everybody = {
  sex: null,
  min_age_days: null,
  max_age_days: null,
  pregnant: false,
  once_begun: false,
} as const
const once_begun = { ...everybody, once_begun: true } as const

const schedule = (key: string, made: Omit<Schedule, 'key'>): Schedule => ({ key, ...made })

export const shipped_schedules: readonly Schedule[] = [
  schedule('TZ_CHILD', {
    title: 'Children',
    applies: { ...everybody, max_age_days: 1826 },
    course_days: null,
    lines: [
      line('BCG', 'BCG', [0, 0]),
      line('OPV0', 'OPV', [0, 0, 14]),
      line('OPV1', 'OPV', [42, 42], ['OPV0', 28, 28, true]),
      line('PENTA1', 'PENTA', [42, 42]),
      line('PCV1', 'PCV', [42, 42]),
      line('ROTA1', 'ROTA', [42, 42, 105]),
      line('OPV2', 'OPV', [70, 70], gap('OPV1')),
      line('PENTA2', 'PENTA', [70, 70], gap('PENTA1')),
      line('PCV2', 'PCV', [70, 70], gap('PCV1')),
      line('ROTA2', 'ROTA', [70, 70, 224], gap('ROTA1')),
      line('OPV3', 'OPV', [98, 98], gap('OPV2')),
      line('PENTA3', 'PENTA', [98, 98], gap('PENTA2')),
      line('PCV3', 'PCV', [98, 98], gap('PCV2')),
      line('IPV1', 'IPV', [98, 98]),
      line('MR1', 'MR', [270, 270]),
      line('IPV2', 'IPV', [270, 270], gap('IPV1')),
      line('MR2', 'MR', [548, 450], gap('MR1')),
    ],
  }),
  schedule('TZ_TD', {
    title: 'Tetanus and diphtheria, women',
    applies: { ...everybody, sex: 'Female', pregnant: true },
    course_days: null,
    lines: [
      line('TD1', 'TD', from_now),
      line('TD2', 'TD', from_now, gap('TD1')),
      line('TD3', 'TD', from_now, gap('TD2', 182)),
      line('TD4', 'TD', from_now, gap('TD3', 365)),
      line('TD5', 'TD', from_now, gap('TD4', 365)),
    ],
  }),
  schedule('TZ_HPV', {
    title: 'Papillomavirus, girls',
    applies: { ...everybody, sex: 'Female', min_age_days: 3287, max_age_days: 5478 },
    course_days: null,
    lines: [line('HPV1', 'HPV', [3287, 3287, 5478])],
  }),
  schedule('HEP_B_STAFF', {
    title: 'Hepatitis B, staff',
    applies: once_begun,
    course_days: null,
    lines: [
      line('HEPB1', 'HEPB', from_now),
      line('HEPB2', 'HEPB', from_now, gap('HEPB1')),
      line('HEPB3', 'HEPB', from_now, gap('HEPB2', 56, 154)),
    ],
  }),
  schedule('RABIES_PEP_IM', {
    title: 'Rabies after a bite, into the muscle',
    applies: once_begun,
    course_days: 90,
    lines: [
      line('RABIES_IM1', 'RABIES', from_now),
      line('RABIES_IM2', 'RABIES', from_now, gap('RABIES_IM1', 3)),
      line('RABIES_IM3', 'RABIES', from_now, gap('RABIES_IM2', 4)),
      line('RABIES_IM4', 'RABIES', from_now, gap('RABIES_IM3', 7)),
    ],
  }),
  schedule('RABIES_PEP_ID', {
    title: 'Rabies after a bite, into the skin',
    applies: once_begun,
    course_days: 90,
    lines: [
      line('RABIES_ID1', 'RABIES', from_now),
      line('RABIES_ID2', 'RABIES', from_now, gap('RABIES_ID1', 3)),
      line('RABIES_ID3', 'RABIES', from_now, gap('RABIES_ID2', 4)),
    ],
  }),
  schedule('YF_TRAVEL', {
    title: 'Yellow fever, journeys',
    applies: once_begun,
    course_days: null,
    lines: [line('YF1', 'YF', [270, 270])],
  }),
]

export interface Planned {
  schedule: Schedule
  line: ScheduleLine
}

const by_key = new Map<string, Planned>(
  shipped_schedules.flatMap((schedule) =>
    schedule.lines.map((one): [string, Planned] => [one.dose_key, { schedule, line: one }]),
  ),
)

export const doseCalled = (dose_key: string): Planned | undefined =>
  by_key.get(dose_key.trim().toUpperCase())

export const scheduleCalled = (key: string): Schedule | undefined =>
  shipped_schedules.find((one) => one.key === key.trim().toUpperCase())
