// Procedure orders as they come in and go out (5.1).

import {
  AnyObject,
  choice,
  Day,
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
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../desk/gates/shapes.ts'
import { PatientRow } from '../../desk/patients/shapes.ts'
import { History } from '../../history.ts'
import { ClinicalRecord } from '../records/shapes.ts'
import { lateralities } from '../records/words.ts'
import { procedure_orders } from './tables.ts'
import { order_moves, order_states, order_urgencies } from './words.ts'

const order = fieldsOf(procedure_orders)
const given = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) =>
  optional(nullAsAbsent(kind))
const some_id = optional(nullable(Id))
const text = (max: number) => optional(nullable(Text(0, max)))

export const ProcedureOrderInput = named(
  'ProcedureOrderInput',
  form({
    id: optional(Id),
    patient_id: Id,
    code: Text(1, 40),
    quantity: given(Whole(1, 1000)),
    urgency: given(choice(order_urgencies)),
    department: text(120),
    side: optional(nullable(choice(lateralities))),
    notes: optional(nullable(LongText(0, 2000))),
    visit_id: some_id,
    admission_id: some_id,
  }),
)
export type ProcedureOrderInput = Static<typeof ProcedureOrderInput>
export const PerformInput = named(
  'ProcedurePerformInput',
  form({
    performed_at: optional(nullable(Instant)),
    performers: given(listOf(Id, 20)),
    site: text(120),
    findings: optional(nullable(LongText(0, 4000))),
    complication: text(500),
    consumables: given(listOf(AnyObject, 50)),
    overrides: Overrides,
  }),
)
export type PerformInput = Static<typeof PerformInput>
export const OrderCancel = form({ reason: Reason })

const fields = {
  ...order('id', 'facility_id'),
  reference: Text(1, 40),
  ...order('patient_id'),
  patient: PatientRow,
  ...order('visit_id', 'admission_id', 'department', 'status', 'code', 'coding_system', 'title'),
  ...order('quantity', 'urgency', 'side', 'notes'),
  payment_ok: Flag,
  ...order('record_id', 'consent_id', 'performed_at', 'requested_by', 'created_at', 'updated_at'),
  ...order('version'),
  moves: listOf(choice(order_moves)),
}
export const ProcedureOrder = named('ProcedureOrder', shape(fields))
export type ProcedureOrder = Static<typeof ProcedureOrder>
export const ProcedureOrderWhole = named(
  'ProcedureOrderWhole',
  shape({ ...fields, history: History }),
)
export const ProcedurePerformed = named(
  'ProcedurePerformed',
  shape({
    order: ProcedureOrderWhole,
    record: ClinicalRecord,
    warnings: listOf(GateResult),
  }),
)
export const OrderFilters = {
  department: optional(Text(1, 120)),
  status: optional(choice(order_states)),
  patient_id: optional(Id),
  visit_id: optional(Id),
  admission_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
