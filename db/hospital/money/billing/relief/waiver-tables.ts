// Waivers and write-offs (2.7): what a patient need not pay, and what nobody will. In minor units.

import {
  choice,
  code,
  id,
  instant,
  json,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  waiver_categories,
  waiver_kinds,
  waiver_states,
  write_off_reasons,
  write_off_states,
} from './waiver-words.ts'

const of_bill = {
  id: id(),
  hospital_id: ref('hospitals'),
  facility_id: ref('facilities'),
  /** From APPROVED on. */
  number: nullable(code(40)),
  bill_id: ref('bills'),
  bill_number: nullable(code(40)),
  patient_id: nullable(uuid()),
  patient_name: nullable(text(200)),
  amount: money(),
  reason: text(300),
  requested_by_id: nullable(uuid()),
  requested_by_name: text(160),
  decided_at: nullable(instant()),
  decided_by_name: nullable(text(160)),
  decision_note: nullable(text(300)),
  ...searched,
}

export const waivers = table(
  'waivers',
  {
    ...of_bill,
    status: choice(waiver_states),
    kind: choice(waiver_kinds),
    item_ids: nullable(json<string[]>()),
    category: choice(waiver_categories),
    payment_id: nullable(uuid()),
    exemption_id: nullable(uuid()),
    attachment_id: nullable(uuid()),
    ...versioned,
  },
  {
    search: ['number', 'bill_number', 'patient_name'],
    unique: [{ columns: ['hospital_id', 'number'], only_where: 'number is not null' }],
    indexes: [
      { columns: ['bill_id'] },
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'patient_id'], only_where: 'patient_id is not null' },
    ],
  },
)

export const write_offs = table(
  'write_offs',
  {
    ...of_bill,
    status: choice(write_off_states),
    reason_code: choice(write_off_reasons),
    client_id: nullable(uuid()),
    recovered: otherwise(money(), 0),
    /** Of it, what had been put aside for bad debts. */
    put_aside: otherwise(money(), 0),
    entry_reference: nullable(code(40)),
    ...versioned,
  },
  {
    search: ['number', 'bill_number', 'patient_name'],
    unique: [{ columns: ['hospital_id', 'number'], only_where: 'number is not null' }],
    indexes: [{ columns: ['bill_id'] }, { columns: ['hospital_id', 'created_at', 'id'] }],
  },
)
