// The wards that a district hospital usually has, each with its rooms, its beds and what a day in them is called
// (issue of the ward: shipped data). A house takes the ones it has and changes them as it likes.

import type { bed_features, room_kinds, WardTemplate } from '../words.ts'
import type { TemplateLine, WardInput } from './shapes.ts'

/** Of the price list: the house says what a day costs. */
export const usual_classes = {
  general: { name: 'General', code: 'BED-GEN' },
  private: { name: 'Private', code: 'BED-PRIV' },
  isolation: { name: 'Isolation', code: 'BED-ISO' },
  cot: { name: 'Cot', code: 'BED-COT' },
  high_care: { name: 'High care', code: 'BED-HDU' },
  intensive: { name: 'Intensive care', code: 'BED-ICU' },
  observation: { name: 'Observation, by the hour', code: 'BED-OBS', hourly: true },
  day: { name: 'Day case', code: 'BED-DAY' },
} as const

export interface UsualRoom {
  name: string
  kind?: (typeof room_kinds)[number]
  class: keyof typeof usual_classes
  /** What stands before the number of each bed, the first number, and how many there are. */
  prefix?: string
  from?: number
  beds: number
  features?: readonly (typeof bed_features)[number][]
  /** Trolleys and mattresses: counted apart. */
  extra?: boolean
}

export interface UsualWard {
  /** How it is asked for. */
  template: WardTemplate
  ward: Omit<WardInput, 'department'>
  /** Of the usual departments; a house that has closed it goes without. */
  department: string
  rooms: readonly UsualRoom[]
}

const visits = (...windows: readonly (readonly [from: string, to: string])[]) =>
  windows.map(([from, to]) => ({ from, to }))
/** Before work, at noon, after work: relatives bring the meals. */
const usual_hours = visits(['06:30', '07:30'], ['12:00', '14:00'], ['16:00', '18:00'])
const short_hours = visits(['13:00', '13:30'], ['16:30', '17:00'])

const adult_days = 13 * 365 + 3
const newborn_days = 28

const hall = (beds: number, more: Partial<UsualRoom> = {}): UsualRoom => ({
  name: 'Hall',
  class: 'general',
  beds,
  ...more,
})
const side_room = (beds = 1): UsualRoom => ({
  name: 'Side room',
  kind: 'ISOLATION',
  class: 'isolation',
  prefix: 'S',
  beds,
  features: ['OXYGEN'],
})
/** Four rooms of a bed each, and the bed is called as its room. */
const singleRooms = (more: Pick<UsualRoom, 'class' | 'kind' | 'features'>): UsualRoom[] =>
  [1, 2, 3, 4].map((number) => ({ name: `Room ${number}`, from: number, beds: 1, ...more }))

function ofAdults(
  sex: 'Male' | 'Female',
  what: 'medical' | 'surgical',
  [code, department]: readonly [code: string, department: string],
): UsualWard {
  return {
    template: `${sex === 'Male' ? 'male' : 'female'}-${what}`,
    ward: {
      name: `${sex} ${what} ward`,
      code,
      kind: what === 'surgical' ? 'SURGICAL' : 'GENERAL',
      sex,
      min_age_days: adult_days,
      visiting_hours: usual_hours,
    },
    department,
    rooms: [hall(20), side_room(2)],
  }
}

export const usual_wards: readonly UsualWard[] = [
  ofAdults('Male', 'medical', ['MM', 'MED']),
  ofAdults('Female', 'medical', ['FM', 'MED']),
  ofAdults('Male', 'surgical', ['MS', 'SURG']),
  ofAdults('Female', 'surgical', ['FS', 'SURG']),
  {
    template: 'children',
    ward: {
      name: 'Children\u2019s ward',
      code: 'CH',
      kind: 'PAEDIATRIC',
      min_age_days: newborn_days + 1,
      max_age_days: adult_days - 1,
      visiting_hours: usual_hours,
      max_visitors: 2,
    },
    department: 'PAED',
    rooms: [
      hall(16),
      { name: 'Oxygen bay', class: 'general', prefix: 'O', beds: 4, features: ['OXYGEN'] },
      side_room(2),
    ],
  },
  {
    template: 'newborn',
    ward: {
      name: 'Newborn unit',
      code: 'NB',
      kind: 'NEONATAL',
      max_age_days: newborn_days,
      visiting_hours: short_hours,
      max_visitors: 1,
    },
    department: 'PAED',
    rooms: [
      { name: 'Born here', kind: 'COT', class: 'cot', beds: 8, features: ['COT', 'OXYGEN'] },
      {
        name: 'Born elsewhere',
        kind: 'COT',
        class: 'cot',
        prefix: 'E',
        beds: 4,
        features: ['COT', 'OXYGEN'],
      },
    ],
  },
  {
    template: 'maternity',
    ward: {
      name: 'Maternity ward',
      code: 'MAT',
      kind: 'MATERNITY',
      sex: 'Female',
      visiting_hours: usual_hours,
    },
    department: 'OBGY',
    rooms: [
      { name: 'Before birth', class: 'general', prefix: 'A', beds: 8 },
      { name: 'After birth', class: 'general', prefix: 'P', beds: 12 },
      { name: 'After caesarean', class: 'general', prefix: 'C', beds: 6, features: ['OXYGEN'] },
    ],
  },
  {
    template: 'private',
    ward: {
      name: 'Private ward',
      code: 'PR',
      kind: 'PRIVATE',
      visiting_hours: visits(['06:30', '20:00']),
      max_visitors: 3,
    },
    department: 'MED',
    rooms: singleRooms({ kind: 'PRIVATE', class: 'private' }),
  },
  {
    template: 'isolation',
    ward: {
      name: 'Isolation ward',
      code: 'ISO',
      kind: 'ISOLATION',
      visiting_hours: short_hours,
      max_visitors: 1,
    },
    department: 'MED',
    rooms: singleRooms({ kind: 'ISOLATION', class: 'isolation', features: ['OXYGEN'] }),
  },
  {
    template: 'high-care',
    ward: {
      name: 'High dependency unit',
      code: 'HDU',
      kind: 'HDU',
      visiting_hours: short_hours,
      max_visitors: 1,
    },
    department: 'EMD',
    rooms: [hall(4, { class: 'high_care', features: ['OXYGEN', 'MONITOR', 'SUCTION'] })],
  },
  {
    template: 'intensive-care',
    ward: {
      name: 'Intensive care unit',
      code: 'ICU',
      kind: 'ICU',
      visiting_hours: short_hours,
      max_visitors: 1,
    },
    department: 'EMD',
    rooms: [
      hall(4, {
        class: 'intensive',
        features: ['OXYGEN', 'MONITOR', 'SUCTION', 'VENTILATOR'],
      }),
    ],
  },
  {
    template: 'observation',
    ward: {
      name: 'Emergency observation',
      code: 'OBS',
      kind: 'EMERGENCY_OBSERVATION',
      max_visitors: 1,
    },
    department: 'EMD',
    rooms: [
      hall(6, { class: 'observation', features: ['OXYGEN'] }),
      { name: 'Trolleys', class: 'observation', prefix: 'T', beds: 4, extra: true },
    ],
  },
  {
    template: 'day',
    ward: {
      name: 'Day ward',
      code: 'DAY',
      kind: 'DAY',
      visiting_hours: visits(['07:00', '17:00']),
      max_visitors: 1,
    },
    department: 'SURG',
    rooms: [hall(6, { class: 'day' })],
  },
]

export const usualWard = (template: WardTemplate): UsualWard =>
  usual_wards.find((one) => one.template === template) as UsualWard

/** As they are read before one is taken. */
export const templateLines = (): TemplateLine[] =>
  usual_wards.map(({ template, ward, rooms }) => ({
    template,
    name: ward.name,
    code: ward.code,
    kind: ward.kind,
    sex: ward.sex ?? 'ANY',
    beds: rooms.reduce((sum, room) => sum + room.beds, 0),
    rooms: rooms.map(({ name, beds }) => `${name} (${beds})`).join(', '),
  }))
