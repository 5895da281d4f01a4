// What a hospital may say of its ambulances (C.2): clocks, call questions, what is checked, what is charged.

import {
  choice,
  Flag,
  form,
  listOf,
  nullable,
  optional,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { emergency_categories } from '../../desk/emergencies/words.ts'
import { partTable } from '../parts/part-table.ts'
import { cancel_codes, charge_keys, vehicle_kinds } from './words.ts'

const source = 'Common practice of ambulance services; each hospital sets its own.'
const module = 'ambulance'

const Settings = form({
  check_hours: Whole(1, 72),
  /** Minutes from the call to the scene, by priority. */
  target_1: Whole(1, 1440),
  target_2: Whole(1, 1440),
  target_3: Whole(1, 1440),
  mobilise: Whole(1, 120),
  free_categories: listOf(choice(emergency_categories), 15),
  duplicate_minutes: Whole(0, 1440),
  silent_minutes: Whole(1, 240),
  max_driving_hours: Whole(1, 24),
  department: Text(1, 120),
})
export type Settings = Static<typeof Settings>
export const settings_table = partTable({
  module,
  key: 'SETTINGS',
  title: 'Settings of ambulance dispatch',
  source,
  clinical: false,
  row: Settings,
  rows_max: 1,
  shipped: [
    {
      check_hours: 12,
      target_1: 15,
      target_2: 30,
      target_3: 60,
      mobilise: 3,
      free_categories: ['OBSTETRIC', 'NEONATAL'],
      duplicate_minutes: 30,
      silent_minutes: 10,
      max_driving_hours: 12,
      department: 'Ambulance',
    },
  ],
})

const questions = [
  ['UNCONSCIOUS', 'Is the person unconscious?', 'Je, amepoteza fahamu?', 1],
  ['NOT_BREATHING', 'Is breathing stopped or very hard?', 'Je, hapumui au anapumua kwa shida?', 1],
  ['CONVULSIONS', 'Are there convulsions?', 'Je, ana degedege?', 1],
  ['BLEEDING', 'Is there heavy bleeding?', 'Je, anatokwa damu nyingi?', 1],
  ['LABOUR_DANGER', 'Labour with bleeding or fits?', 'Uchungu na damu au degedege?', 1],
  ['NEWBORN', 'Is it a newborn?', 'Je, ni mtoto mchanga?', 1],
  ['CHEST_PAIN', 'Is there pain in the chest?', 'Je, ana maumivu ya kifua?', 2],
  ['CANNOT_WALK', 'Can the person not walk?', 'Je, hawezi kutembea?', 3],
] as const
export const call_questions_table = partTable({
  module,
  key: 'CALL_QUESTIONS',
  title: 'What is asked when somebody calls',
  source,
  clinical: true,
  row: form({
    key: Text(1, 40),
    text: Text(1, 200),
    text_sw: Text(1, 200),
    priority_if: Whole(1, 4),
  }),
  shipped: questions.map(([key, text, text_sw, priority_if]) => ({
    key,
    text,
    text_sw,
    priority_if,
  })),
})

const checked = [
  ['BRAKES', 'Brakes', true],
  ['TYRES', 'Tyres and spare', true],
  ['LIGHTS', 'Lights and siren', true],
  ['ENGINE', 'Oil, water, belts', true],
  ['STRETCHER', 'Stretcher and straps', true],
  ['OXYGEN', 'Oxygen and regulator', true],
  ['SUCTION', 'Suction', false],
  ['BAG_MASK', 'Bag and mask', true],
  ['DRUGS', 'Drug box, in date', false],
  ['RADIO', 'Radio or telephone', false],
  ['CLEAN', 'Clean', false],
] as const
export const check_items_table = partTable({
  module,
  key: 'CHECK_ITEMS',
  title: 'What is checked of a vehicle every day',
  source,
  clinical: false,
  row: form({
    key: Text(1, 40),
    text: Text(1, 120),
    critical: Flag,
    kinds: optional(listOf(choice(vehicle_kinds), 6)),
  }),
  shipped: checked.map(([key, text, critical]) => ({ key, text, critical })),
})

const Charge = form({
  key: choice(charge_keys),
  code: nullable(Text(1, 40)),
  kinds: optional(listOf(choice(vehicle_kinds), 6)),
  priorities: optional(listOf(Whole(1, 4), 4)),
  free_km: Whole(0, 1000),
  unit_minutes: Whole(1, 1440),
  free_minutes: Whole(0, 1440),
})
export type ChargeRow = Static<typeof Charge>
export const charges_table = partTable({
  module,
  key: 'CHARGES',
  title: 'What a trip costs',
  source,
  clinical: false,
  row: Charge,
  shipped: charge_keys.map((key) => ({
    key,
    code: null,
    free_km: 0,
    unit_minutes: 30,
    free_minutes: 30,
  })),
})

export const zones_table = partTable({
  module,
  key: 'ZONES',
  title: 'Fixed prices by destination, in place of the kilometres',
  source,
  clinical: false,
  row: form({ destination: Text(1, 160), code: Text(1, 40) }),
  shipped: [],
})

const why: Readonly<Record<(typeof cancel_codes)[number], string>> = {
  NOT_NEEDED: 'Not needed any more',
  OTHER_TRANSPORT: 'Went with other transport',
  REFUSED: 'Refused by the patient or the family',
  NO_VEHICLE: 'There was no vehicle',
  WRONG_CALL: 'A wrong call',
  DIED: 'Died before',
  DUPLICATE: 'Called twice',
}
export const cancel_reasons_table = partTable({
  module,
  key: 'CANCEL_REASONS',
  title: 'Why a request is cancelled',
  source,
  clinical: false,
  row: form({ key: choice(cancel_codes), text: Text(1, 120) }),
  shipped: cancel_codes.map((key) => ({ key, text: why[key] })),
})

export const ambulance_tables = [
  settings_table,
  call_questions_table,
  check_items_table,
  charges_table,
  zones_table,
  cancel_reasons_table,
] as const
