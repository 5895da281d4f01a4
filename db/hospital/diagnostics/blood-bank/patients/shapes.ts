// Samples, and what is known of a patient's blood, as they come in and go out (blood-bank 2.4, 2.5).

import {
  choice,
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
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { WitnessToken } from '../../../goods/stock/witness/shapes.ts'
import { History } from '../../../history.ts'
import { GroupingInput } from '../donations/shapes.ts'
import {
  blood_groups,
  determination_sources,
  identity_checks,
  requirement_kinds,
  screen_results,
} from '../words.ts'
import { sample_life } from './record.ts'
import { blood_antibodies, blood_determinations, blood_samples } from './tables.ts'

const sample = fieldsOf(blood_samples)
const determination = fieldsOf(blood_determinations)
const antibody = fieldsOf(blood_antibodies)

export const SampleInput = named(
  'BloodSampleInput',
  form({
    number: optional(nullable(Text(0, 40))),
    patient_id: optional(nullable(Id)),
    collected_at: optional(nullable(Instant)),
    collected_by_id: optional(nullable(Id)),
    identity_checked: optional(nullable(choice(identity_checks))),
    sample_of: optional(nullable(Id)),
    reject_reason: optional(nullable(Text(0, 300))),
  }),
)
export type SampleInput = Static<typeof SampleInput>

export const SampleTestsInput = named(
  'BloodSampleTestsInput',
  form({
    grouping: optional(nullable(GroupingInput)),
    screen: optional(
      nullable(
        form({
          result: choice(screen_results),
          method: Text(1, 60),
          identified: optional(nullAsAbsent(listOf(Text(1, 20), 20))),
          dat: optional(nullable(choice(screen_results))),
        }),
      ),
    ),
    discrepancy: optional(
      nullable(form({ record_wrong: Flag, note: optional(nullable(LongText(0, 500))) })),
    ),
    witness_token: WitnessToken,
  }),
)
export type SampleTestsInput = Static<typeof SampleTestsInput>

export const SampleShort = named(
  'BloodSampleShort',
  shape({
    ...sample('id', 'number', 'status', 'collected_at', 'collected_by_name', 'received_at'),
    ...sample('screen_result', 'dat', 'valid_until', 'reject_reason'),
    identified: listOf(Text(1, 20)),
  }),
)

const Determination = shape({
  ...determination('id', 'source', 'sample_id', 'abo', 'rhd', 'counts', 'at', 'by_name'),
  ...determination('collected_by_name'),
})

export const Sample = named(
  'BloodSample',
  shape({
    ...sample('id', 'facility_id', 'number', 'patient_id', 'request_id', 'sample_of_id', 'status'),
    patient: PatientRow,
    ...sample('collected_at', 'collected_by_id', 'collected_by_name', 'identity_checked'),
    ...sample('received_at', 'received_by_name', 'screen_result', 'screen_method', 'dat'),
    identified: listOf(Text(1, 20)),
    ...sample('screened_by_name', 'reject_reason', 'valid_until', 'version'),
    groupings: listOf(Determination),
    moves: listOf(choice(sample_life.names)),
    history: History,
  }),
)
export type Sample = Static<typeof Sample>

export const PatientBlood = named(
  'PatientBlood',
  shape({
    patient_id: Id,
    group: nullable(choice(blood_groups)),
    group_confirmed: Flag,
    determinations: listOf(Determination),
    screens: listOf(shape({ sample_id: Id, result: choice(screen_results), at: Instant })),
    antibodies: listOf(
      shape({
        ...antibody('name', 'source', 'active'),
        found_on: Instant,
        source: choice(determination_sources),
      }),
    ),
    requirements: listOf(
      shape({
        kind: choice(requirement_kinds),
        antigen: nullable(Text(0, 20)),
        /** The reaction that asks for it, or the request. */
        reason: Text(1, 160),
      }),
    ),
    requests: listOf(
      shape({
        id: Id,
        reference: Text(1, 40),
        status: Text(1, 40),
        indication: Text(1, 40),
        needed_at: Instant,
      }),
    ),
    issues: listOf(
      shape({
        unit_number: Text(1, 60),
        component_code: Text(1, 10),
        at: Instant,
        returned_at: nullable(Instant),
      }),
    ),
    refuses_blood: Flag,
  }),
)
export type PatientBlood = Static<typeof PatientBlood>
