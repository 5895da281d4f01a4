// Orders as they come in and go out (diagnostics 2.3); the body is the source's OrderInput.

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
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
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
import { languages } from '../../../office/hospitals/words.ts'
import { Note, ReasonCode } from '../catalogue/shapes.ts'
import { Result } from '../results/shapes.ts'
import { SafetyInput } from './safety.ts'
import { SpecimenShort } from '../specimens/shapes.ts'
import { disciplines, flags, item_states, order_states, priorities } from '../words.ts'
import { order_life } from './record.ts'
import { diagnostic_items, diagnostic_orders } from './tables.ts'

const order = fieldsOf(diagnostic_orders)
const item = fieldsOf(diagnostic_items)
const text = (max: number) => optional(nullable(Text(0, max)))
const some_id = optional(nullable(Id))
const flag = optional(nullAsAbsent(Flag))

export const DiagnosticOrderInput = named(
  'DiagnosticOrderInput',
  form({
    id: optional(Id),
    patient_id: Id,
    test_codes: saying(some(Text(1, 20), 40), 'is required: at least one.'),
    discipline: optional(nullAsAbsent(choice(disciplines))),
    priority: optional(nullAsAbsent(choice(priorities))),
    clinical_notes: optional(nullable(LongText(0, 2000))),
    visit_id: some_id,
    admission_id: some_id,
    diagnosis: text(300),
    collect_at: optional(nullable(Instant)),
    consent_codes: optional(nullAsAbsent(listOf(Text(1, 20), 40))),
    fasting: optional(nullable(Flag)),
    laterality: optional(nullable(AnyObject)),
    safety: optional(nullable(SafetyInput)),
    portable: flag,
    check_only: flag,
    overrides: Overrides,
    verbal: flag,
    series: optional(nullable(AnyObject)),
  }),
)
export type DiagnosticOrderInput = Static<typeof DiagnosticOrderInput>

/** Of an image: how far it is, and what was read on it. */
const Study = shape({
  study_id: Id,
  accession: Text(1, 40),
  status: Text(1, 40),
  report_status: Text(1, 40),
  starts_at: nullable(Instant),
  laterality: nullable(Text(1, 40)),
  report: nullable(
    shape({
      preliminary: Flag,
      findings: LongText(0, 8000),
      impression: LongText(0, 4000),
      recommendation: nullable(LongText(0, 2000)),
      critical: Flag,
      reported_by_name: nullable(Text(1, 160)),
      signed_at: nullable(Instant),
      addenda: listOf(shape({ at: Instant, by_name: Text(1, 160), text: LongText(1, 4000) })),
    }),
  ),
})

const Clearance = shape({
  may_proceed: Flag,
  reason: Text(1, 40),
  due: nullable(Money),
  message: nullable(Text(0, 1000)),
})

const item_fields = {
  ...item('id', 'order_id', 'test_code', 'test_name', 'kind', 'section', 'heading', 'status'),
  ...item('priority', 'laterality', 'restricted', 'specimen_id', 'clock_started_at', 'due_at'),
  overdue_minutes: nullable(Whole(0)),
  ...item('ordered_at', 'collected_at', 'received_at', 'resulted_at', 'verified_at'),
  ...item('released_at', 'cancel_reason', 'cancel_note', 'cancelled_by_name'),
  results: listOf(Result),
  study: nullable(Study),
}
export const Item = named(
  'DiagnosticItem',
  shape({ ...item_fields, clearance: nullable(Clearance) }),
)
export type Item = Static<typeof Item>

const short = {
  ...order('id', 'facility_id'),
  reference: Text(1, 40),
  ...order('patient_id'),
  patient: PatientRow,
  ...order('visit_id', 'admission_id', 'location', 'discipline', 'priority', 'status'),
  ...order('ordered_by_id', 'ordered_by_name', 'ordered_at', 'reviewed_at', 'reviewed_by_name'),
  tests: listOf(
    shape({ ...item('test_code', 'test_name', 'status'), id: Id, flag: nullable(choice(flags)) }),
  ),
  due_at: nullable(Instant),
  overdue_minutes: nullable(Whole(0)),
  ...order('version'),
}
export const OrderRow = named('DiagnosticOrderRow', shape(short))
export type OrderShown = Static<typeof OrderRow>

export const DiagnosticOrder = named(
  'DiagnosticOrder',
  shape({
    ...short,
    ...order('clinical_notes', 'diagnosis', 'fasting', 'collect_at', 'source', 'source_id'),
    review_note: nullable(Text(0, 500)),
    items: listOf(Item),
    specimens: listOf(SpecimenShort),
    warnings: listOf(GateResult),
    moves: listOf(choice(order_life.names)),
    history: History,
  }),
)
export type DiagnosticOrder = Static<typeof DiagnosticOrder>

/** What an order would be, with `check_only` (DIA-29). */
export const OrderCheck = named(
  'DiagnosticOrderCheck',
  shape({
    items: listOf(
      shape({
        code: Text(1, 20),
        name: Text(1, 120),
        /** Only for who reads bills. */
        price: nullable(Money),
        covered: nullable(Money),
        due: nullable(Money),
        gate: listOf(GateResult),
        duplicates: listOf(Text(1, 1000)),
        available: Flag,
        preparation: nullable(Text(0, 500)),
        consent_required: Flag,
        safety_questions: listOf(Text(1, 60)),
      }),
    ),
    containers: listOf(
      shape({
        type: Text(1, 120),
        container: nullable(Text(0, 120)),
        volume_ml: nullable(Decimal(0, 10_000)),
        for: listOf(Text(1, 20)),
      }),
    ),
    warnings: listOf(GateResult),
  }),
)
export type OrderCheck = Static<typeof OrderCheck>

export const OrderPaperQuery = form({
  kind: optional(choice(['RESULT', 'REQUEST', 'CUMULATIVE'])),
  item_id: optional(Id),
  lang: optional(choice(languages)),
})
export const OrderFilters = {
  search: optional(Search),
  status: optional(choice(order_states)),
  discipline: optional(choice(disciplines)),
  priority: optional(choice(priorities)),
  section_id: optional(Id),
  patient_id: optional(Id),
  visit_id: optional(Id),
  admission_id: optional(Id),
  staff_id: optional(Id),
  department: optional(Text(1, 120)),
  mine: optional(QueryFlag),
  unreviewed: optional(QueryFlag),
  overdue: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(OrderFilters)
export type OrderFilter = Static<typeof filters>

export const CancelInput = named(
  'DiagnosticCancelInput',
  form({
    item_ids: optional(nullAsAbsent(some(Id, 40))),
    reason_code: ReasonCode,
    note: Note,
  }),
)
export type CancelInput = Static<typeof CancelInput>
export const ReviewInput = form({ note: Note })

export const PatientFilters = {
  discipline: optional(choice(disciplines)),
  code: optional(Text(1, 20)),
  status: optional(choice(item_states)),
  flag: optional(choice(flags)),
  pending: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const of_patient = shape(PatientFilters)
export type PatientFilter = Static<typeof of_patient>
export const PatientItem = named(
  'PatientDiagnostic',
  shape({
    ...item_fields,
    reference: Text(1, 40),
    discipline: choice(disciplines),
    ordered_by_name: Text(1, 160),
  }),
)
export type PatientItem = Static<typeof PatientItem>
