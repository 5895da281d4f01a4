// Settings as they come in and go out (blood-bank 2.8); a table is written as a whole.

import {
  choice,
  Decimal,
  Flag,
  form,
  Id,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { blood_groups, deferral_kinds, families, known_markers } from '../words.ts'
import { din_modes, exam_numbers, rule_bases, two_sample_rules } from './setting-words.ts'

const Words = form({ sw: Text(1, 300), en: Text(1, 300) })
const Code = Text(1, 40)
const some_number = optional(nullable(Decimal(-100, 1000)))
const Tariff = nullable(Text(1, 40))

const DeferralRule = form({
  code: Code,
  question: nullable(Words),
  when: form({
    by: choice(rule_bases),
    field: optional(nullable(choice(exam_numbers))),
    below: some_number,
    above: some_number,
  }),
  kind: choice(deferral_kinds),
  days: nullable(Whole(1, 3650)),
  sex: nullable(choice(['Male', 'Female'])),
  applies_to: listOf(choice(families), 5),
  text: Words,
  order: Whole(0, 1000),
  active: Flag,
  unconfirmed: Flag,
})

const Component = form({
  code: Text(1, 10),
  name: Text(1, 120),
  name_sw: Text(1, 120),
  family: choice(families),
  made_from: listOf(Text(1, 10), 20),
  make_within_hours: nullable(Whole(1, 72)),
  shelf_days: nullable(form({ CPDA1: Whole(1, 730), CPD_SAGM: Whole(1, 730) })),
  shelf_hours: nullable(Whole(1, 8760)),
  volume_min: Whole(1, 1000),
  volume_max: Whole(1, 1000),
  storage_min: Decimal(-100, 40),
  storage_max: Decimal(-100, 40),
  crossmatch: Flag,
  tariff_code: Tariff,
  active: Flag,
  unconfirmed: Flag,
})

const Level = form({
  facility_id: Id,
  component_code: Text(1, 10),
  group: choice(blood_groups),
  minimum: Whole(0, 10_000),
  target: Whole(0, 10_000),
})

const Months = Whole(1, 24)
const fields = {
  din: form({ fin: Text(5, 5), mode: choice(din_modes) }),
  markers: listOf(choice(known_markers), 6, 1),
  deferral_rules: listOf(DeferralRule, 100, 1),
  components: listOf(Component, 50, 1),
  levels: listOf(Level, 1000),
  interval_months: form({ Male: Months, Female: Months }),
  age_from: Whole(16, 30),
  age_to: Whole(31, 100),
  max_ml_per_kg: Decimal(1, 15),
  two_sample: choice(two_sample_rules),
  sample_hours: Whole(1, 168),
  sample_days: Whole(1, 90),
  electronic_issue: Flag,
  reserve_hours: Whole(1, 168),
  return_minutes: Whole(1, 120),
  start_minutes: Whole(1, 120),
  max_hours: Whole(1, 12),
  temperature_rise: Decimal(0.5, 3),
  childbearing_to: Whole(40, 60),
  emergency_female: choice(blood_groups),
  emergency_male: choice(blood_groups),
  retro_hours: Whole(1, 168),
  look_back_months: Whole(1, 240),
  near_expiry_days: Whole(1, 60),
  tariffs: form({ group: Tariff, screen: Tariff, crossmatch: Tariff }),
}

export const BloodBankSettings = named('BloodBankSettings', shape({ ...fields, version: Whole(0) }))
const changes = partial(fields)
export const BloodBankSettingsInput = named(
  'BloodBankSettingsInput',
  form({ ...changes.properties, confirm: optional(nullAsAbsent(Flag)) }),
)
export type SettingsInput = Static<typeof BloodBankSettingsInput>
