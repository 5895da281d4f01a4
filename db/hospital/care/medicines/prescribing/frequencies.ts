// How often a medicine is taken (2.6): as the chapter ships them, with times of the day.

import {
  kind,
  listOf,
  named,
  nullable,
  shape,
  type Static,
  Text,
  Flag,
} from '../../../../core/kinds/kinds.ts'

const Figure = nullable(kind<number>({ type: 'number' }))

export const Frequency = named(
  'Frequency',
  shape({
    code: Text(1, 20),
    label: Text(1, 60),
    label_sw: Text(1, 60),
    times_per_day: Figure,
    times: listOf(Text(5, 5)),
    interval_hours: Figure,
    days_interval: Figure,
    once: Flag,
    min_gap_hours: Figure,
  }),
)
export type Frequency = Static<typeof Frequency>

const daily = (
  code: string,
  label: string,
  label_sw: string,
  times: string[],
  min_gap_hours: number,
): Frequency => ({
  code,
  label,
  label_sw,
  times_per_day: times.length,
  times,
  interval_hours: null,
  days_interval: null,
  once: false,
  min_gap_hours,
})
const hourly = (hours: number): Frequency => ({
  code: `Q${hours}H`,
  label: `Every ${hours} hours`,
  label_sw: `Kila baada ya saa ${hours}`,
  times_per_day: 24 / hours,
  times: [],
  interval_hours: hours,
  days_interval: null,
  once: false,
  min_gap_hours: hours / 2,
})
const rare = (code: string, label: string, label_sw: string, days: number): Frequency => ({
  ...daily(code, label, label_sw, ['08:00'], 12),
  days_interval: days,
})
const without = (code: string, label: string, label_sw: string, once: boolean): Frequency => ({
  ...daily(code, label, label_sw, [], 0),
  times_per_day: null,
  once,
  min_gap_hours: null,
})

export const frequencies: readonly Frequency[] = [
  daily('OD', 'Once a day', 'Mara moja kwa siku', ['08:00'], 12),
  daily('MANE', 'In the morning', 'Asubuhi', ['08:00'], 12),
  daily('NOCTE', 'At night', 'Usiku', ['21:00'], 12),
  daily('BD', 'Twice a day', 'Mara mbili kwa siku', ['08:00', '20:00'], 6),
  daily('TDS', 'Three times a day', 'Mara tatu kwa siku', ['06:00', '14:00', '22:00'], 4),
  daily('QID', 'Four times a day', 'Mara nne kwa siku', ['06:00', '12:00', '18:00', '00:00'], 3),
  ...[4, 6, 8, 12, 24].map(hourly),
  rare('ALT_DAYS', 'Every other day', 'Siku moja ndiyo, moja hapana', 2),
  rare('WEEKLY', 'Once a week', 'Mara moja kwa wiki', 7),
  rare('MONTHLY', 'Once a month', 'Mara moja kwa mwezi', 30),
  without('STAT', 'At once', 'Mara moja sasa hivi', true),
  without('PRN', 'When needed', 'Ikihitajika', false),
  without('CONTINUOUS', 'Without pause', 'Mfululizo', false),
]

export const frequencyCalled = (code: string): Frequency | undefined =>
  frequencies.find((one) => one.code === code)
