// Money taken for bills, and which lines it settled. Money is in minor units.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  json,
  key,
  nullable,
  money,
  nought,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { clearings, methods, payment_purposes, payment_states } from './words.ts'

export interface TakenFor {
  bill_id: string
  amount: number
}

/** A cheque that came back: what is owed again, what is held no more, whom the bank charged (P-59). */
export interface CameBack {
  bills: TakenFor[]
  held: number
  charged_account_id: string | null
}

export const payments = table(
  'payments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    /** Null while somebody must still decide on a waiver. */
    number: nullable(code(40)),
    status: choice(payment_states),
    purpose: choice(payment_purposes),
    method: choice(methods),
    amount: money(),
    tendered: nullable(money()),
    change_given: otherwise(money(), 0),
    reference: nullable(text(60)),
    /** Account and reference as one word, without blanks and in capitals (BIL-46). */
    reference_key: nullable(key(120)),
    patient_id: nullable(uuid()),
    client_id: nullable(uuid()),
    payer_name: nullable(text(200)),
    /** Null of what is no money: waivers and what a scheme takes over. */
    account_id: nullable(uuid()),
    account_name: nullable(text(160)),
    /** The branch of that money: of the drawer, where it went into one. */
    account_facility_id: nullable(uuid()),
    /** What each bill got when it was taken, whatever it was put on since (BIL-55). */
    taken_for: otherwise(json<TakenFor[]>(), () => []),
    /** What of it is held for the payer: an advance, or what was above the bills (BIL-44). */
    kept: nought(),
    /** Of whoever took it at a drawer, whatever the method (BIL-45). */
    shift_id: nullable(uuid()),
    drawer_id: nullable(uuid()),
    clearing: choice(clearings),
    /** Where a line of the bank cleared it: what it was before. */
    cleared_from: nullable(choice(clearings)),
    received_at: instant(),
    business_date: day(),
    received_by_id: nullable(uuid()),
    received_by_name: text(160),
    cheque_date: nullable(day()),
    bank_name: nullable(text(120)),
    note: nullable(text(300)),
    /** Of a client's payment (BIL-48). */
    withheld_tax: nullable(money()),
    certificate_no: nullable(text(60)),
    waiver_id: nullable(uuid()),
    /** Of a recovery: the bill that was written off. */
    recovered_bill_id: nullable(uuid()),
    /** What the bank took for a cheque that came back (P-59). */
    bank_charge: nullable(money()),
    came_back: nullable(json<CameBack>()),
    scheme_id: nullable(uuid()),
    entry_reference: nullable(code(40)),
    reversed_at: nullable(instant()),
    /** The drawer it went back from, where that is another than it came into (BIL-53). */
    paid_back_account_id: nullable(uuid()),
    /** Its branch. */
    paid_back_facility_id: nullable(uuid()),
    reversed_by_name: nullable(text(160)),
    reverse_reason: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'reference', 'payer_name'],
    unique: [
      { columns: ['hospital_id', 'number'], only_where: 'number is not null' },
      {
        columns: ['hospital_id', 'reference_key'],
        only_where: "reference_key is not null and status = 'RECORDED'",
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'id'] },
      { columns: ['hospital_id', 'received_at', 'id', 'amount'] },
      { columns: ['hospital_id', 'patient_id', 'received_at'] },
      { columns: ['shift_id'], only_where: 'shift_id is not null' },
      { columns: ['hospital_id', 'business_date'], only_where: "method = 'Waiver'" },
      { columns: ['hospital_id', 'reversed_at'], only_where: "method = 'Waiver'" },
    ],
  },
)

export const payment_allocations = table(
  'payment_allocations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    payment_id: ref('payments'),
    bill_id: ref('bills'),
    item_id: ref('bill_items'),
    amount: money(),
    /** What a credit note turned into a deposit of it (BIL-71). */
    returned: otherwise(money(), 0),
    live: otherwise(flag(), true),
  },
  { indexes: [{ columns: ['payment_id'] }, { columns: ['bill_id'] }, { columns: ['item_id'] }] },
)
