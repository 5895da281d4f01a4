// Transfers as they come in and go out (2.12).

import {
  choice,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { bed_transfers } from '../admissions/tables.ts'
import { transfer_states, urgencies } from '../words.ts'

const transfer = fieldsOf(bed_transfers)
const out = (max: number) => nullable(Text(0, max))

export const TransferInput = named(
  'TransferInput',
  form({
    admission_id: Id,
    to_ward_id: Id,
    to_bed_id: optional(nullable(Id)),
    reason: Reason,
    urgency: optional(nullAsAbsent(choice(urgencies))),
    now: optional(nullAsAbsent(Flag)),
    overrides: Overrides,
  }),
)
export type TransferInput = Static<typeof TransferInput>
export const TransferAccept = form({ bed_id: Id, overrides: Overrides })
export const TransferComplete = form({
  bed_id: optional(nullable(Id)),
  at: optional(nullable(Instant)),
  escort: optional(nullable(Text(0, 160))),
  overrides: Overrides,
})
export type TransferComplete = Static<typeof TransferComplete>

export const Transfer = named(
  'Transfer',
  shape({
    ...transfer('id', 'facility_id', 'admission_id', 'status'),
    reference: Text(1, 40),
    patient: PatientRow,
    ...transfer('from_ward_id', 'from_bed_id', 'to_ward_id', 'to_bed_id'),
    from_ward: Text(1, 80),
    from_bed: out(20),
    to_ward: Text(1, 80),
    to_bed: out(20),
    reason: out(300),
    ...transfer('urgency', 'requested_by_name', 'accepted_by_name', 'done_at'),
    escort: out(160),
    ...transfer('note'),
    moves: listOf(choice(['accept', 'complete', 'decline', 'cancel'])),
    warnings: listOf(GateResult),
    ...transfer('created_at', 'updated_at', 'version'),
  }),
)
export type Transfer = Static<typeof Transfer>

export const TransferFilters = {
  status: optional(choice(transfer_states)),
  ward_id: optional(Id),
  from_ward_id: optional(Id),
  admission_id: optional(Id),
}
