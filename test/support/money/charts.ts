// Charts as they ship, and people to score by them.

import type { Person, ScoreRow } from '../../../db/hospital/desk/vitals/rows.ts'
import type { Chart } from '../../../db/hospital/desk/vitals/scoring.ts'
import { shipped_tables } from '../../../db/hospital/desk/vitals/shipped/tables.ts'
import type { ScoreCode } from '../../../db/hospital/desk/vitals/words.ts'

export const chart = (code: ScoreCode): Chart => ({
  code,
  rows: (shipped_tables.find((one) => one.code === code)?.rows ?? []) as ScoreRow[],
  version: 1,
  adopted: false,
})
export const who = (years: number, more: Partial<Person> = {}): Person => ({
  age_days: Math.round(years * 365.25),
  age_months: Math.floor(years * 12),
  pregnant: false,
  spo2_target: '94-98',
  ...more,
})
export const adult = who(40)

export type Borders = readonly (readonly [unknown, number])[]

export const calm = {
  respiratory_rate: 16,
  oxygen_saturation: 97,
  oxygen_delivery: 'ROOM_AIR',
  systolic: 120,
  diastolic: 75,
  heart_rate: 70,
  consciousness: 'ALERT',
  temperature: 37,
  pain_score: 0,
}
