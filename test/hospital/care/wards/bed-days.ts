// Days in bed, worked out by hand (CAR-151). The house stands three hours before Greenwich's clock.

import type { BedDayWords, Lain } from '../../../../db/hospital/care/wards/stays/bed-days.ts'

const zone = 'Africa/Dar_es_Salaam'
/** `2026-03-01 20:00` as the house's clock shows it. */
const at = (day: string, time: string): string => new Date(`${day}T${time}:00+03:00`).toISOString()
const from_to = (from: [string, string], until: [string, string], ended = true): Lain => ({
  from: at(...from),
  until: at(...until),
  ended,
  zone,
})

interface Case {
  says: string
  rule: Pick<BedDayWords, 'bed_day_rule'> & Partial<BedDayWords>
  lain: Lain
  keys: string[]
  dates?: string[]
}

const midnight = { bed_day_rule: 'MIDNIGHT' } as const
const calendar = { bed_day_rule: 'CALENDAR' } as const
const daylong = { bed_day_rule: 'HOURS_24' } as const

export const bed_days: readonly Case[] = [
  {
    says: 'two midnights',
    rule: midnight,
    lain: from_to(['2026-03-01', '20:00'], ['2026-03-03', '07:00']),
    keys: ['2026-03-02', '2026-03-03'],
    dates: ['2026-03-01', '2026-03-02'],
  },
  {
    says: 'in and out between two midnights is one',
    rule: midnight,
    lain: from_to(['2026-03-01', '08:00'], ['2026-03-01', '17:00']),
    keys: ['2026-03-02'],
    dates: ['2026-03-01'],
  },
  {
    says: 'who still lies there before the first midnight owes none yet',
    rule: midnight,
    lain: from_to(['2026-03-01', '08:00'], ['2026-03-01', '17:00'], false),
    keys: [],
  },
  {
    says: 'at six in the morning',
    rule: { ...midnight, bed_day_at: '06:00' },
    lain: from_to(['2026-03-01', '05:00'], ['2026-03-02', '07:00']),
    keys: ['2026-03-01', '2026-03-02'],
    dates: ['2026-03-01', '2026-03-02'],
  },
  {
    says: 'every day touched',
    rule: calendar,
    lain: from_to(['2026-03-01', '23:50'], ['2026-03-03', '00:10']),
    keys: ['2026-03-01', '2026-03-02', '2026-03-03'],
  },
  {
    says: '24 h 20 min with two hours of grace is one',
    rule: daylong,
    lain: from_to(['2026-03-01', '08:00'], ['2026-03-02', '08:20']),
    keys: ['2026-03-01'],
  },
  {
    says: '26 h 1 min is two',
    rule: daylong,
    lain: from_to(['2026-03-01', '08:00'], ['2026-03-02', '10:01']),
    keys: ['2026-03-01', '2026-03-02'],
  },
]
