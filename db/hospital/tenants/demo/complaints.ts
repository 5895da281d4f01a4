// Why people come, by age and season, and how they are then: what is measured fits what is said.

import type { Chance } from './chance.ts'

export interface Body {
  years: number
  female: boolean
  weight: number
  height: number
}

export interface Signs {
  temperature: number
  systolic: number | null
  diastolic: number | null
  heart_rate: number
  respiratory_rate: number
  oxygen_saturation: number
  weight: number
  height: number
  pain_score: number | null
}

interface Complaint {
  says: string
  /** How often, of a thousand visits, by age in years. */
  often: (body: Body) => number
  /** In the months of malaria and of chests. */
  rains?: number
  /** No hospital further up is asked about it. */
  is_minor?: true
  changes?: (signs: Signs, chance: Chance) => Partial<Signs>
}

const child = ({ years }: Body): boolean => years < 5
const adult = ({ years }: Body): boolean => years >= 18
const fever =
  (low: number, high: number) =>
  (signs: Signs, chance: Chance): Partial<Signs> => {
    const temperature = tenth(low + chance.next() * (high - low))
    // Ten beats for each degree.
    return { temperature, heart_rate: Math.round(signs.heart_rate + (temperature - 36.8) * 10) }
  }

export const complaints: readonly Complaint[] = [
  {
    says: 'Fever and chills for two days',
    often: (b) => (child(b) ? 190 : 130),
    rains: 2.2,
    changes: fever(38, 40.2),
  },
  {
    says: 'Cough and fast breathing',
    often: (b) => (child(b) ? 150 : 60),
    rains: 1.5,
    changes: (signs, chance) => ({
      ...fever(37.6, 39.4)(signs, chance),
      respiratory_rate: Math.round(signs.respiratory_rate * (1.3 + chance.next() * 0.4)),
      oxygen_saturation: chance.whole(88, 95),
    }),
  },
  {
    says: 'Diarrhoea and vomiting',
    often: (b) => (child(b) ? 130 : 50),
    rains: 1.4,
    changes: (s) => ({ heart_rate: s.heart_rate + 14 }),
  },
  { says: 'Running nose and sore throat', is_minor: true, often: (b) => (child(b) ? 140 : 90) },
  {
    says: 'Blood pressure control',
    often: (b) => (b.years > 40 ? 140 : 0),
    changes: (_, chance) => ({
      systolic: chance.whole(142, 188),
      diastolic: chance.whole(88, 112),
    }),
  },
  { says: 'Diabetes control', often: (b) => (b.years > 40 ? 70 : 5) },
  {
    says: 'Pain in the lower belly',
    often: (b) => (b.female && adult(b) ? 90 : 15),
    changes: (_, c) => ({ pain_score: c.whole(3, 7) }),
  },
  { says: 'Burning when passing urine', is_minor: true, often: (b) => (adult(b) ? 80 : 15) },
  {
    says: 'Antenatal clinic',
    often: (b) => (b.female && b.years > 17 && b.years < 43 ? 150 : 0),
    changes: (s) => ({ weight: tenth(s.weight + 7) }),
  },
  {
    says: 'Back pain',
    often: (b) => (adult(b) ? 70 : 5),
    changes: (_, c) => ({ pain_score: c.whole(2, 6) }),
  },
  {
    says: 'Headache',
    often: (b) => (b.years > 8 ? 80 : 10),
    changes: (_, c) => ({ pain_score: c.whole(2, 6) }),
  },
  { says: 'Skin rash', is_minor: true, often: (b) => (child(b) ? 70 : 40) },
  {
    says: 'Wound from a fall',
    often: (b) => (b.years > 5 && b.years < 40 ? 50 : 25),
    changes: (_, c) => ({ pain_score: c.whole(2, 8) }),
  },
  {
    says: 'Motorcycle accident',
    often: (b) => (b.years > 15 && b.years < 45 ? 35 : 6),
    changes: (s, c) => ({ pain_score: c.whole(4, 9), heart_rate: s.heart_rate + 18 }),
  },
  {
    says: 'Toothache',
    is_minor: true,
    often: (b) => (b.years > 6 ? 40 : 4),
    changes: (_, c) => ({ pain_score: c.whole(4, 8) }),
  },
  { says: 'Red eye', often: () => 25 },
  { says: 'Growth check and vaccines', is_minor: true, often: (b) => (b.years < 2 ? 180 : 0) },
  {
    says: 'Poor appetite and weight loss',
    often: (b) => (b.years > 50 ? 40 : 8),
    changes: (s) => ({ weight: tenth(s.weight * 0.86) }),
  },
]

const tenth = (value: number): number => Math.round(value * 10) / 10

/** The long rains of April to June and the short ones of November to January. */
const inRains = (month: number): boolean => [4, 5, 6, 11, 12, 1].includes(month)

export function complaintOf(chance: Chance, body: Body, month: number): Complaint {
  return chance.weighed(
    complaints.map(
      (one) => [one, one.often(body) * (inRains(month) ? (one.rains ?? 1) : 1)] as const,
    ),
  )
}

/** Years, then the middle height and weight of boys and men, of girls and women: as they grow in the region. */
const grown: readonly (readonly [number, number, number, number, number])[] = [
  [0, 50, 3.3, 49, 3.2],
  [0.5, 67.5, 7.7, 65.7, 7.2],
  [1, 75.5, 9.5, 74, 8.9],
  [2, 87, 12, 86, 11.5],
  [3, 95.5, 14.1, 94.5, 13.8],
  [4, 102.5, 16.1, 102, 15.8],
  [5, 109, 18.1, 108.5, 17.9],
  [8, 126, 25, 125.5, 24.8],
  [10, 136, 30.5, 136.5, 31.2],
  [12, 147, 38, 149, 40.5],
  [14, 160, 47.5, 156, 47.5],
  [16, 166.5, 55, 157, 52.5],
  [18, 167, 60, 157, 55],
  [25, 167, 66, 157, 62],
]

function middleOf(years: number, female: boolean): { height: number; weight: number } {
  const above = grown.findIndex(([age]) => age >= years)
  const [to, from] =
    above < 0 ? [grown.at(-1), grown.at(-1)] : [grown[above], grown[Math.max(0, above - 1)]]
  if (to === undefined || from === undefined) throw new Error('no table')
  const share = to[0] === from[0] ? 0 : (years - from[0]) / (to[0] - from[0])
  const [height, weight] = female ? ([3, 4] as const) : ([1, 2] as const)
  return {
    height: from[height] + (to[height] - from[height]) * share,
    weight: from[weight] + (to[weight] - from[weight]) * share,
  }
}

/** Who is tall is heavy for it: a child's weight follows its height, and few look ill by the growth tables. */
export function bodyOf(chance: Chance, years: number, female: boolean): Body {
  const middle = middleOf(years, female)
  const tall = 1 + Math.min(0.09, Math.max(-0.09, chance.about(0, 0.035)))
  const heavy = 1 + Math.min(0.2, Math.max(-0.14, chance.about(0, years < 18 ? 0.06 : 0.13)))
  return {
    years,
    female,
    height: tenth(middle.height * tall),
    weight: tenth(middle.weight * tall ** 2 * heavy),
  }
}

/** Somebody who is well. */
export function wellSigns(chance: Chance, { years, weight, height }: Body): Signs {
  const heart = years < 1 ? 130 : years < 5 ? 108 : years < 12 ? 90 : 76
  const breath = years < 1 ? 38 : years < 5 ? 27 : years < 12 ? 21 : 17
  const systolic = Math.round(chance.about(108 + Math.min(28, years * 0.32), 8))
  return {
    temperature: tenth(chance.about(36.7, 0.2)),
    // Nobody takes it of an infant.
    systolic: years < 3 ? null : systolic,
    diastolic: years < 3 ? null : Math.round(systolic * 0.64),
    heart_rate: Math.round(chance.about(heart, heart * 0.06)),
    respiratory_rate: Math.round(chance.about(breath, breath * 0.06)),
    oxygen_saturation: chance.whole(96, 99),
    weight,
    height,
    pain_score: null,
  }
}
