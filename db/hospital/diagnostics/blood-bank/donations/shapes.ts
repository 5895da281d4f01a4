// Donations as they come in and go out (blood-bank 2.2).

import {
  AnyObject,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { UnitShort } from '../units/shapes.ts'
import {
  abo_groups,
  adverse_severities,
  adverse_types,
  anticoagulants,
  arms,
  bag_types,
  blood_groups,
  deferral_kinds,
  donation_kinds,
  donation_states,
  families,
  grouping_methods,
  known_markers,
  origins,
  rhd_types,
  strengths,
  test_results,
  test_runs,
} from '../words.ts'
import { donation_life } from './record.ts'
import { donation_groupings, donation_tests, donations } from './tables.ts'
import { verdicts } from './verdict.ts'

const donation = fieldsOf(donations)
const grouping = fieldsOf(donation_groupings)
const test = fieldsOf(donation_tests)
const text = (max: number) => optional(nullable(Text(0, max)))
const flag = optional(nullAsAbsent(Flag))
const within = (min: number, max: number, unit: string) => ({
  ...Decimal(min, max),
  complaint: `must be between ${min} and ${max} ${unit}.`,
})
const Strength = choice(strengths)

const exam = {
  weight_kg: within(20, 300, 'kg'),
  haemoglobin: within(3, 25, 'g/dL'),
  haemoglobin_method: text(60),
  systolic: within(40, 300, 'mmHg'),
  diastolic: within(20, 200, 'mmHg'),
  pulse: within(20, 250, 'a minute'),
  temperature: within(30, 45, '°C'),
}
const Bag = form({
  type: choice(bag_types),
  anticoagulant: choice(anticoagulants),
  nominal_ml: Whole(50, 600),
  lot: Text(1, 60),
  batch_id: optional(nullable(Id)),
})
const Adverse = form({
  type: choice(adverse_types),
  severity: choice(adverse_severities),
  action: text(500),
  referred: optional(nullable(Flag)),
})
export const Forward = form({
  anti_a: Strength,
  anti_b: Strength,
  anti_ab: optional(nullable(Strength)),
  anti_d: Strength,
})
export const Reverse = form({ a_cells: Strength, b_cells: Strength })

export const DonationInput = named(
  'DonationInput',
  form({
    id: optional(Id),
    donor_id: Id,
    kind: optional(nullAsAbsent(choice(donation_kinds))),
    patient_id: optional(nullable(Id)),
    site: text(160),
    answers: AnyObject,
    exam: form(exam),
    consent_signed: Flag,
    unit_exclusion: flag,
    din: text(40),
    note: optional(nullable(LongText(0, 1000))),
  }),
)
export type DonationInput = Static<typeof DonationInput>

export const BleedInput = named(
  'BleedInput',
  form({
    bag: optional(nullAsAbsent(Bag)),
    started_at: optional(nullable(Instant)),
    ended_at: optional(nullable(Instant)),
    volume_ml: optional(nullable(Whole(0, 1000))),
    arm: optional(nullable(choice(arms))),
    adverse: optional(nullable(Adverse)),
    note: optional(nullable(LongText(0, 500))),
    failed: flag,
    reason: text(300),
  }),
)
export type BleedInput = Static<typeof BleedInput>

export const GroupingInput = form({
  abo: choice(abo_groups),
  rhd: choice(rhd_types),
  forward: Forward,
  reverse: optional(nullable(Reverse)),
  method: choice(grouping_methods),
})
export type GroupingInput = Static<typeof GroupingInput>

export const DonationTestsInput = named(
  'DonationTestsInput',
  form({
    groupings: optional(nullAsAbsent(listOf(GroupingInput, 4))),
    discrepancy: flag,
    tests: optional(
      nullAsAbsent(
        listOf(
          form({
            marker: Text(1, 20),
            run: choice(test_runs),
            result: choice(test_results),
            assay: Text(1, 120),
            kit_lot: Text(1, 60),
            kit_expiry: Day,
            value: text(60),
          }),
          40,
        ),
      ),
    ),
    verify: optional(nullAsAbsent(listOf(choice(known_markers), 6))),
    unit_exclusion: flag,
  }),
)
export type DonationTestsInput = Static<typeof DonationTestsInput>

export const ReleaseInput = named(
  'DonationReleaseInput',
  form({
    reject: optional(nullable(form({ reason: Reason }))),
    note: optional(nullable(LongText(0, 500))),
  }),
)
export type ReleaseInput = Static<typeof ReleaseInput>

const short = {
  ...donation('id', 'facility_id', 'din', 'origin', 'donor_id', 'donor_number', 'sender', 'kind'),
  ...donation('status', 'site', 'collected_on', 'volume_ml', 'low_volume', 'slow', 'created_at'),
  check: nullable(Text(1, 1)),
  group: nullable(choice(blood_groups)),
  ...donation('version'),
}
export const DonationShort = named('DonationShort', shape(short))
export type DonationShort = Static<typeof DonationShort>

export const Donation = named(
  'Donation',
  shape({
    ...short,
    ...donation('screening_statement', 'patient_id', 'consent_signed', 'unit_exclusion', 'note'),
    ...donation('started_at', 'ended_at', 'arm', 'bled_by_name', 'fail_reason', 'discrepancy'),
    ...donation('registered_by_name', 'released_by_name', 'released_at', 'reject_reason'),
    minutes: nullable(Whole(0)),
    answers: AnyObject,
    exam: nullable(shape(exam)),
    findings: listOf(
      shape({
        code: Text(1, 40),
        kind: choice(deferral_kinds),
        until: nullable(Day),
        text: Text(1, 300),
        text_sw: Text(1, 300),
        not_for: listOf(choice(families)),
      }),
    ),
    bag: nullable(Bag),
    adverse: nullable(Adverse),
    not_for: listOf(choice(families)),
    groupings: listOf(
      shape({
        ...grouping('id', 'abo', 'rhd', 'method', 'discrepancy', 'at', 'by_name'),
        forward: Forward,
        reverse: nullable(Reverse),
        agrees: nullable(Flag),
      }),
    ),
    /** Only with donor:results or donation:test (BLD-12). */
    tests: listOf(
      shape({
        ...test('id', 'marker', 'run', 'result', 'assay', 'kit_lot', 'kit_expiry', 'value'),
        ...test('at', 'by_name', 'verified_by_name'),
      }),
    ),
    verdicts: listOf(
      shape({
        marker: choice(known_markers),
        state: choice(verdicts),
        initially_reactive: Flag,
      }),
    ),
    missing: listOf(Text(1, 200)),
    units: listOf(UnitShort),
    moves: listOf(choice(donation_life.names)),
    history: History,
  }),
)
export type Donation = Static<typeof Donation>

export const donation_lists = ['TO_TEST', 'TO_RELEASE'] as const
export const DonationFilters = {
  search: optional(Search),
  status: optional(choice(donation_states)),
  origin: optional(choice(origins)),
  kind: optional(choice(donation_kinds)),
  site: optional(Text(1, 160)),
  list: optional(choice(donation_lists)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(DonationFilters)
export type DonationFilter = Static<typeof filters>
