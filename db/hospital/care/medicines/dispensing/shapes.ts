// What the pharmacy is asked and what it answers (5.8).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  kind,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { Quantity } from '../../../../core/kinds/quantity.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { History } from '../../../history.ts'
import { dispense_life, owed_life, return_life } from './record.ts'
import {
  dispense_lines,
  dispenses,
  owed_medicines,
  pharmacy_return_lines,
  pharmacy_returns,
} from './tables.ts'
import {
  dispense_kinds,
  dispense_states,
  line_outcomes,
  not_supplied_reasons,
  owed_states,
  owed_words,
  payment_states,
  return_conditions,
  return_places,
  return_reasons,
  return_sources,
  return_states,
  substitution_kinds,
} from './words.ts'

const line = (max: number) => optional(nullable(Text(0, max)))
const Figure = kind<number>({ type: 'number' })
const token = optional(nullable(Text(0, 200)))

const VerifyLine = form({
  line_id: Id,
  outcome: optional(nullable(choice(line_outcomes))),
  product_id: optional(nullable(Id)),
  quantity: optional(nullable(Quantity)),
  reason: optional(nullable(choice(not_supplied_reasons))),
  substitution: optional(nullable(form({ kind: choice(substitution_kinds), reason: line(300) }))),
  owed: optional(nullable(choice(owed_words))),
})
export type VerifyLine = Static<typeof VerifyLine>
export const VerifyInput = named(
  'DispenseVerifyInput',
  form({
    lines: listOf(VerifyLine, 60),
    checked_by_token: token,
    checked_by_reason: line(300),
    store_id: optional(nullable(Id)),
    overrides: Overrides,
  }),
)
export type VerifyInput = Static<typeof VerifyInput>

export const PickInput = named(
  'DispensePickInput',
  form({
    lines: listOf(
      form({
        line_id: Id,
        batches: listOf(form({ batch_id: Id, quantity: Quantity }), 20),
        batch_reason: line(300),
      }),
      60,
    ),
    checked_by_token: token,
    checked_by_reason: line(300),
    overrides: Overrides,
  }),
)
export type PickInput = Static<typeof PickInput>

const ReceiverInput = form({
  name: Text(2, 120),
  relation: Text(2, 60),
  id_no: line(60),
})
export const HandOverInput = named(
  'DispenseHandOverInput',
  form({
    line_ids: optional(nullAsAbsent(listOf(Id, 60))),
    received_by: optional(nullable(ReceiverInput)),
    counselled: optional(nullAsAbsent(Flag)),
    counselling_note: line(500),
    identity_checked: optional(nullAsAbsent(Flag)),
    witness_token: token,
    overrides: Overrides,
  }),
)
export type HandOverInput = Static<typeof HandOverInput>

export const DispenseReason = form({ reason: Reason })
export const ReverseInput = form({
  reason: Reason,
  all_back: Flag,
  witness_token: token,
})
export type ReverseInput = Static<typeof ReverseInput>
export const LabelQuery = form({
  line_id: optional(Id),
  copies: optional(Whole(1, 10)),
  language: optional(choice(languages)),
  format: optional(choice(['pdf', 'zpl'])),
})
export const RedirectInput = form({ store_id: Id })

const of_line = fieldsOf(dispense_lines)
const money = nullable(Figure)
const DispenseLine = named(
  'DispenseLine',
  shape({
    ...of_line('id', 'position', 'prescription_item_id', 'medicine_id', 'medicine'),
    /** In units of dose, or packs. */
    quantity_due: Figure,
    ...of_line('outcome', 'reason', 'product_id', 'product_name'),
    /** In units of the product. */
    quantity: Figure,
    ...of_line('unit'),
    supplied: Figure,
    ...of_line('days_supply'),
    batches: listOf(
      shape({
        batch_id: Id,
        lot: nullable(Text(0, 60)),
        expiry: nullable(Text(0, 10)),
        quantity: Figure,
      }),
    ),
    ...of_line('batch_reason'),
    substitution: nullable(
      shape({
        from: Text(1, 200),
        to: Text(1, 240),
        kind: choice(substitution_kinds),
        reason: nullable(Text(0, 300)),
      }),
    ),
    ...of_line('owed', 'charge_id'),
    unit_price: money,
    amount: money,
    how_to_take: Text(0, 300),
    ...of_line('labels_printed'),
    returned_quantity: Figure,
  }),
)

const of = fieldsOf(dispenses)
const fields = {
  ...of('id', 'facility_id'),
  reference: Text(1, 40),
  ...of('prescription_id'),
  prescription: Text(1, 40),
  ...of('patient_id'),
  patient: PatientRow,
  ...of('visit_id', 'admission_id', 'kind', 'status', 'store_id', 'urgency', 'queued_at'),
  waiting_minutes: Whole(0),
  payment_ok: Flag,
  medicines: listOf(Text(1, 200)),
  ...of('verified_by_name', 'handed_by_name', 'handed_at', 'hold_reason', 'cancel_reason'),
  ...of('created_at', 'updated_at', 'version'),
  moves: listOf(choice(dispense_life.names)),
}
export const DispenseShort = named('DispenseShort', shape(fields))
export type DispenseShort = Static<typeof DispenseShort>
export const Dispense = named(
  'Dispense',
  shape({
    ...fields,
    payment: nullable(choice(payment_states)),
    total: money,
    lines: listOf(DispenseLine),
    ...of('checked_by_name', 'checked_by_reason', 'reserved_until', 'kept'),
    received_by: nullable(
      shape({ name: Text(1, 120), relation: Text(1, 60), id_no: nullable(Text(0, 60)) }),
    ),
    ...of('counselled', 'counselling_note', 'identity_checked'),
    /** What was not handed over with it stands there. */
    rest_id: nullable(Id),
    warnings: listOf(GateResult),
    history: History,
  }),
)
export type Dispense = Static<typeof Dispense>

export const QueueFilters = {
  store_id: optional(Id),
  kind: optional(choice(dispense_kinds)),
  status: optional(choice(dispense_states)),
  waiting_over: optional(Whole(0, 100_000)),
}
export const DispenseFilters = {
  status: optional(choice(dispense_states)),
  store_id: optional(Id),
  kind: optional(choice(dispense_kinds)),
  patient_id: optional(Id),
  visit_id: optional(Id),
  admission_id: optional(Id),
  medicine_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}

export const ChoicesQuery = form({ line: optional(Id) })
export const Choice = named(
  'DispenseChoice',
  shape({
    line_id: Id,
    product_id: Id,
    name: Text(1, 240),
    medicine: Text(1, 200),
    /** Of the medicine itself, or another strength or form of the same. */
    kind: choice(substitution_kinds),
    free: Figure,
    batches: listOf(
      shape({
        batch_id: Id,
        lot: nullable(Text(0, 60)),
        expiry: nullable(Text(0, 10)),
        free: Figure,
        barred: nullable(Text(0, 300)),
      }),
    ),
  }),
)
export type Choice = Static<typeof Choice>

const owed = fieldsOf(owed_medicines)
export const OwedMedicine = named(
  'OwedMedicine',
  shape({
    ...owed('id', 'facility_id', 'store_id', 'patient_id'),
    patient: PatientRow,
    ...owed('prescription_item_id', 'dispense_id', 'medicine_id', 'medicine'),
    quantity: Figure,
    ...owed('until', 'status', 'notified_at', 'reason', 'created_at', 'version'),
    moves: listOf(choice(owed_life.names)),
  }),
)
export type OwedMedicine = Static<typeof OwedMedicine>
export const OwedFilters = {
  status: optional(choice(owed_states)),
  store_id: optional(Id),
  medicine_id: optional(Id),
  patient_id: optional(Id),
  expiring: optional(Whole(0, 365)),
}
export const OwedSupply = form({ quantity: optional(nullable(Quantity)) })

const returning = fieldsOf(pharmacy_returns)
const return_line = fieldsOf(pharmacy_return_lines)
const return_fields = {
  ...returning('id', 'facility_id'),
  reference: Text(1, 40),
  ...returning('source', 'patient_id'),
  patient: PatientRow,
  ...returning('admission_id', 'dispense_id', 'status', 'asked_by_name', 'decided_by_name'),
  ...returning('decided_at'),
  credited: money,
  ...returning('created_at', 'version'),
  lines: listOf(
    shape({
      ...return_line('id', 'dispense_line_id', 'medicine', 'batch_id'),
      quantity: Figure,
      ...return_line('reason', 'condition', 'cold_chain_kept', 'placed'),
    }),
  ),
  moves: listOf(choice(return_life.names)),
}
export const PharmacyReturn = named('PharmacyReturn', shape(return_fields))
export type PharmacyReturn = Static<typeof PharmacyReturn>
export const PharmacyReturnWhole = named(
  'PharmacyReturnWhole',
  shape({ ...return_fields, history: History }),
)
export const ReturnFilters = {
  status: optional(choice(return_states)),
  source: optional(choice(return_sources)),
  admission_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
export const ReturnInput = named(
  'PharmacyReturnInput',
  form({
    source: choice(return_sources),
    dispense_id: Id,
    admission_id: optional(nullable(Id)),
    lines: listOf(
      form({
        dispense_line_id: Id,
        batch_id: Id,
        quantity: Quantity,
        reason: choice(return_reasons),
        condition: choice(return_conditions),
        cold_chain_kept: optional(nullable(Flag)),
      }),
      60,
    ),
  }),
)
export type ReturnInput = Static<typeof ReturnInput>
export const AcceptReturn = named(
  'PharmacyReturnAccept',
  form({
    lines: optional(
      nullAsAbsent(listOf(form({ dispense_line_id: Id, placed: choice(return_places) }), 60)),
    ),
    witness_token: token,
  }),
)
export type AcceptReturn = Static<typeof AcceptReturn>

export const RoundInput = form({ ward_id: Id, hours: optional(nullable(Whole(1, 168))) })
export const RoundMade = named('WardRoundMade', shape({ dispenses: Whole(0), lines: Whole(0) }))
