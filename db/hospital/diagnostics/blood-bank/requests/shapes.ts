// Requests, cross-matches and issues as they come in and go out (blood-bank 2.5).

import {
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
  QueryFlag,
  Reason,
  Search,
  saying,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import { SampleShort } from '../patients/shapes.ts'
import { BloodUnit, UnitShort } from '../units/shapes.ts'
import {
  bench_methods,
  containers,
  crossmatch_results,
  indications,
  request_priorities,
  request_states,
  requirement_kinds,
  said,
} from '../words.ts'
import { request_life } from './record.ts'
import { blood_crossmatches, blood_issues, blood_requests } from './tables.ts'

const request = fieldsOf(blood_requests)
const match = fieldsOf(blood_crossmatches)
const issue = fieldsOf(blood_issues)
const some_number = (most: number) => optional(nullable(Decimal(0, most)))
const flag = optional(nullAsAbsent(Flag))

const Requirement = form({
  kind: choice(requirement_kinds),
  antigen: optional(nullable(Text(0, 20))),
})

export const RequestInput = named(
  'BloodRequestInput',
  form({
    id: optional(Id),
    patient_id: Id,
    visit_id: optional(nullable(Id)),
    admission_id: optional(nullable(Id)),
    lines: optional(
      nullAsAbsent(
        listOf(
          form({
            component_code: Text(1, 10),
            units: Whole(1, 20),
            volume_ml: optional(nullable(Whole(1, 10_000))),
          }),
          6,
        ),
      ),
    ),
    hold_only: flag,
    priority: optional(nullAsAbsent(choice(request_priorities))),
    needed_at: optional(nullable(Instant)),
    indication: choice(indications),
    indication_note: optional(nullable(LongText(0, 1000))),
    haemoglobin: some_number(30),
    platelets: some_number(5000),
    inr: some_number(50),
    transfused_before: choice(said),
    pregnant_or_transfused_90d: saying(choice(said), 'is required: YES, NO or UNKNOWN.'),
    reaction_before: choice(said),
    requirements: optional(nullAsAbsent(listOf(Requirement, 20))),
    massive: flag,
    overrides: Overrides,
  }),
)
export type RequestInput = Static<typeof RequestInput>

const short = {
  ...request('id', 'facility_id'),
  reference: Text(1, 40),
  ...request('patient_id'),
  patient: PatientRow,
  ...request('visit_id', 'admission_id', 'location', 'department', 'hold_only', 'priority'),
  ...request('needed_at', 'indication', 'status', 'sample_id', 'valid_until', 'massive'),
  ...request('requested_by_name', 'created_at'),
  lines: listOf(
    shape({
      id: Id,
      component_code: Text(1, 10),
      units: Whole(1),
      volume_ml: nullable(Whole(0)),
      reserved: Whole(0),
      issued: Whole(0),
      transfused: Whole(0),
    }),
  ),
  ...request('version'),
}
export const RequestRowShown = named('BloodRequestRow', shape(short))
export type RequestRowShown = Static<typeof RequestRowShown>

export const BloodRequest = named(
  'BloodRequest',
  shape({
    ...short,
    ...request('indication_note', 'haemoglobin', 'platelets', 'inr', 'transfused_before'),
    ...request('pregnant_or_transfused_90d', 'reaction_before'),
    requirements: listOf(
      shape({ kind: choice(requirement_kinds), antigen: optional(nullable(Text(0, 20))) }),
    ),
    sample: nullable(SampleShort),
    crossmatches: listOf(
      shape({
        ...match('id', 'unit_id', 'sample_id', 'method', 'result', 'strength', 'retrospective'),
        ...match('at', 'by_name'),
      }),
    ),
    issues: listOf(
      shape({
        ...issue('id', 'unit_id', 'unit_number', 'component_code', 'at', 'by_name'),
        ...issue('collector_name', 'destination', 'container', 'matched', 'returned_at'),
        /** The pack of a haemorrhage that it went out with, from 1; 0 of everything else. */
        ...issue('pack'),
        emergency: nullable(
          shape({ reason: Text(0, 300), authorised_by_name: Text(0, 160), known_group: Flag }),
        ),
      }),
    ),
    /** What may be given, what to use first in front (BLD-41). */
    compatible: listOf(UnitShort),
    /** Of a haemorrhage: how many packs went out, and what makes the next (BLD-64). */
    packs: Whole(0),
    next_pack: listOf(UnitShort),
    warnings: listOf(GateResult),
    moves: listOf(choice(request_life.names)),
    history: History,
  }),
)
export type BloodRequest = Static<typeof BloodRequest>

export const RequestFilters = {
  search: optional(Search),
  status: optional(choice(request_states)),
  priority: optional(choice(request_priorities)),
  patient_id: optional(Id),
  visit_id: optional(Id),
  admission_id: optional(Id),
  department: optional(Text(1, 120)),
  needed_from: optional(Day),
  needed_to: optional(Day),
  overdue: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(RequestFilters)
export type RequestFilter = Static<typeof filters>

export const CancelInput = named(
  'BloodCancelInput',
  form({ reason: Reason, unit_ids: optional(nullAsAbsent(listOf(Id, 100))) }),
)
export type CancelInput = Static<typeof CancelInput>

export const CrossmatchInput = named(
  'CrossmatchInput',
  form({
    sample_id: Id,
    results: optional(
      nullAsAbsent(
        some(
          form({
            unit_id: Text(1, 64),
            method: choice(bench_methods),
            result: choice(crossmatch_results),
            strength: optional(nullable(Text(0, 10))),
          }),
          20,
        ),
      ),
    ),
    electronic: optional(nullable(form({ unit_ids: some(Id, 20) }))),
    overrides: Overrides,
  }),
)
export type CrossmatchInput = Static<typeof CrossmatchInput>

export const IssueInput = named(
  'BloodIssueInput',
  form({
    units: some(
      form({ unit_id: optional(nullable(Id)), number: optional(nullable(Text(0, 60))) }),
      10,
    ),
    patient_number: Text(1, 40),
    collector_name: optional(nullable(Text(0, 160))),
    collector_staff_id: optional(nullable(Id)),
    destination: Text(1, 160),
    visual_ok: Flag,
    container: optional(nullAsAbsent(choice(containers))),
    emergency: optional(
      nullable(form({ reason: Reason, authoriser_token: optional(nullable(Text(0, 200))) })),
    ),
    overrides: Overrides,
  }),
)
export type IssueInput = Static<typeof IssueInput>

export const BloodIssued = named(
  'BloodIssued',
  shape({ units: listOf(BloodUnit), tag_pdf: Text(1, 200), warnings: listOf(Text(0, 1000)) }),
)

export const ReturnInput = named(
  'BloodReturnInput',
  form({
    sealed: Flag,
    temperature: optional(nullable(Decimal(-100, 60))),
    container: optional(nullAsAbsent(choice(containers))),
    reason: Reason,
    note: optional(nullable(LongText(0, 500))),
  }),
)
export type ReturnInput = Static<typeof ReturnInput>
