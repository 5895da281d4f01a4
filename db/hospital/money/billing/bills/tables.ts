// Bills and what stands on them; how the hospital charges a visit. Money is in minor units.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
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
import type { GateLevel } from '../../../desk/gates/words.ts'
import { cover_reasons } from '../../insurance/words.ts'
import { price_reasons } from '../../tariff/words.ts'
import type { ExemptionRule } from '../relief/waiver-words.ts'
import {
  authorised_by,
  bill_kinds,
  bill_states,
  type BillWarning,
  payer_kinds,
  type PayerKind,
  service_states,
  standings,
} from '../words.ts'

export interface Customer {
  name: string
  phone?: string | null
  tin?: string | null
}

export interface GateRow {
  category: string
  visit_class: 'OUTPATIENT' | 'INPATIENT' | 'EMERGENCY' | '*'
  payer_kind: PayerKind | '*'
  gate: GateLevel
}

/** 2.1: one row of a hospital, made when something is first set. */
export const patient_flows = table(
  'patient_flows',
  {
    hospital_id: ref('hospitals'),
    consultation_code: nullable(code(40)),
    consultation_name: nullable(text(160)),
    registration_code: nullable(code(40)),
    registration_name: nullable(text(160)),
    payment_before_service: otherwise(flag(), false),
    revisit_free_days: nullable(integer()),
    registration_valid_days: nullable(integer()),
    /** Null: as shipped. */
    gates: nullable(json<GateRow[]>()),
    exemption_rules: nullable(json<ExemptionRule[]>()),
    ...versioned,
  },
  { key: ['hospital_id'] },
)

export const bills = table(
  'bills',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: nullable(code(40)),
    status: choice(bill_states),
    kind: choice(bill_kinds),
    /** The draft of its patient, visit and payer to which charges are added: one of them (BIL-1). */
    running: otherwise(flag(), false),
    /** Visit and payer as one word, so that nothing is null where two must not be the same. */
    running_key: code(400),
    patient_id: nullable(ref('patients')),
    patient_number: nullable(code(40)),
    patient_name: nullable(text(200)),
    /** Who buys at the counter, where it is nobody on the register. */
    customer: nullable(json<Customer>()),
    visit_id: nullable(uuid()),
    admission_id: nullable(uuid()),
    payer: nullable(text(160)),
    payer_key: otherwise(code(400), ''),
    payer_kind: choice(payer_kinds),
    scheme_id: nullable(uuid()),
    scheme_name: nullable(text(160)),
    membership_id: nullable(uuid()),
    authorisation_no: nullable(text(60)),
    client_id: nullable(uuid()),
    client_name: nullable(text(160)),
    service_date: day(),
    currency: code(3),
    subtotal: nought(),
    discount: nought(),
    tax: nought(),
    total: nought(),
    patient_share: nought(),
    scheme_share: nought(),
    /** BIL-17: by what the patient's part went down, each from live records alone. */
    paid: nought(),
    insured: nought(),
    waived: nought(),
    /** All that was credited, and of it the patient's part. */
    credited: nought(),
    credited_share: nought(),
    adjusted: nought(),
    written_off: nought(),
    recovered: nought(),
    moved_from_scheme: nought(),
    balance: nought(),
    scheme_due: nought(),
    /** Of what the scheme owed: paid by it, and given up after its denial. */
    remitted: nought(),
    disallowed: nought(),
    /** In dispute: nobody is reminded. */
    held: otherwise(flag(), false),
    hold_reason: nullable(text(300)),
    source: nullable(code(40)),
    source_id: nullable(code(300)),
    /** For another payer: the bill that followed, and the one before. */
    rebilled_to_id: nullable(uuid()),
    rebilled_from_id: nullable(uuid()),
    /** When a client took it over from the patient (BIL-14): what was posted before stands there. */
    adopted_at: nullable(instant()),
    issued_at: nullable(instant()),
    issued_by_name: nullable(text(160)),
    business_date: nullable(day()),
    due_on: nullable(day()),
    entry_reference: nullable(code(40)),
    notes: nullable(text(1000)),
    warnings: otherwise(json<BillWarning[]>(), () => []),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'patient_number', 'patient_name'],
    unique: [
      { columns: ['hospital_id', 'number'], only_where: 'number is not null' },
      { columns: ['hospital_id', 'patient_id', 'running_key'], only_where: 'running' },
      // One of each order (BIL-9); what was taken back may be made anew.
      {
        columns: ['hospital_id', 'source', 'source_id'],
        only_where: "kind = 'ORDER' and status not in ('CANCELLED', 'DISCARDED', 'CREDITED')",
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'id'] },
      { columns: ['hospital_id', 'patient_id', 'id'] },
      { columns: ['hospital_id', 'visit_id'], only_where: 'visit_id is not null' },
      { columns: ['hospital_id', 'status', 'created_at'] },
      // With what a whole list comes to, so that it is summed in the index.
      { columns: ['hospital_id', 'created_at', 'id', 'total', 'balance'] },
      { columns: ['hospital_id', 'business_date'] },
      { columns: ['hospital_id', 'scheme_id'], only_where: 'scheme_id is not null' },
      { columns: ['hospital_id', 'admission_id'], only_where: 'admission_id is not null' },
      { columns: ['hospital_id', 'balance'], only_where: 'balance > 0' },
      { columns: ['hospital_id', 'payer_key'], only_where: "payer_key <> ''" },
      { columns: ['hospital_id', 'client_id'], only_where: 'client_id is not null' },
      // What every client owes is summed in the index, by its age too (COM-9).
      {
        columns: [
          'hospital_id',
          'client_id',
          'payer_kind',
          'status',
          'due_on',
          'balance',
          'business_date',
          'service_date',
        ],
        only_where: 'client_id is not null and balance > 0',
      },
    ],
  },
)

export const bill_items = table(
  'bill_items',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    bill_id: ref('bills'),
    position: integer(),
    /** In capitals; as it was typed where that differs. */
    code: nullable(code(40)),
    code_typed: nullable(text(40)),
    description: text(300),
    category: text(40),
    /** Of a module's charge: under which name its income stands; the category is for prices and gates. */
    income_category: nullable(text(40)),
    department: nullable(text(120)),
    /** In thousandths: quantities have three decimals and stay whole numbers. */
    quantity: money(),
    /** The row of the price list that gave the price, and which rule chose it (BIL-18). */
    tariff_id: nullable(uuid()),
    price_reason: nullable(choice(price_reasons)),
    /** The payer's own list has it; else its scheme may leave it to the patient (NOT_LISTED). */
    listed: otherwise(flag(), true),
    list_price: nullable(money()),
    unit_price: nullable(money()),
    gross: nought(),
    discount: nought(),
    net: nought(),
    tax: nought(),
    amount: nought(),
    tax_code: nullable(code(20)),
    /** In hundredths of a percent, as of the day. */
    tax_rate: nullable(integer()),
    tax_inclusive: otherwise(flag(), true),
    account_id: nullable(uuid()),
    /** Of the entry by which its bill was issued: what was cancelled before is not. */
    issued: otherwise(flag(), false),
    covered: nought(),
    patient_share: nought(),
    /** Of it, what a scheme took over and what was waived. */
    settled: nought(),
    insured: nought(),
    waived: nought(),
    /** All that was credited, of it the patient's part, and how many of the line (thousandths). */
    credited: nought(),
    credited_share: nought(),
    credited_quantity: nought(),
    adjusted: nought(),
    written_off: nought(),
    moved_from_scheme: nought(),
    /** Why the cover is what it is, and what of it falls to the patient for want of an approval. */
    cover_reason: nullable(choice(cover_reasons)),
    unapproved: nought(),
    preauth_id: nullable(uuid()),
    /** The patient signed for the part that the scheme does not pay (BIL-111). */
    difference_accepted: otherwise(flag(), false),
    balance: nought(),
    service_status: choice(service_states),
    authorised_by: nullable(choice(authorised_by)),
    /** What the gate said at the moment the service was done (3.2). */
    done_clearance: nullable(code(40)),
    done_at: nullable(instant()),
    performed_by_id: nullable(uuid()),
    product_id: nullable(uuid()),
    batch_id: nullable(uuid()),
    urgent: otherwise(flag(), false),
    source: nullable(code(40)),
    source_id: nullable(code(300)),
    cancel_reason: nullable(text(300)),
    /** Of the bill, so that a look-up by patient needs no second table. */
    patient_id: nullable(uuid()),
    visit_id: nullable(uuid()),
    service_date: day(),
    ...versioned,
  },
  {
    unique: [
      {
        columns: ['hospital_id', 'source', 'source_id'],
        only_where: "source is not null and service_status <> 'CANCELLED'",
      },
    ],
    indexes: [
      { columns: ['bill_id', 'position'] },
      { columns: ['hospital_id', 'visit_id'], only_where: 'visit_id is not null' },
      { columns: ['hospital_id', 'patient_id', 'source', 'created_at'] },
      { columns: ['hospital_id', 'tariff_id'], only_where: 'tariff_id is not null' },
      { columns: ['hospital_id', 'id'], only_where: "service_status = 'PENDING'" },
    ],
  },
)

/** What another scheme than the bill's own took over of it afterwards, and owes of that (BIL-50). */
export const bill_schemes = table(
  'bill_schemes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    bill_id: ref('bills'),
    scheme_id: ref('schemes'),
    insured: nought(),
    remitted: nought(),
    disallowed: nought(),
    due: nought(),
    ...versioned,
  },
  {
    unique: [{ columns: ['bill_id', 'scheme_id'] }],
    indexes: [{ columns: ['hospital_id', 'id'] }],
  },
)

/** What moved from the patient to the client when it adopted the bill, and after it (P-05b). */
export const bill_adoptions = table(
  'bill_adoptions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    bill_id: ref('bills'),
    /** Below nothing, it went back. */
    amount: money(),
    at: instant(),
    by_name: text(160),
  },
  { append_only: true, indexes: [{ columns: ['bill_id'] }] },
)

/** What a patient owes or has with the hospital again when a merge with another is undone (P-05c). */
export const debt_returns = table(
  'debt_returns',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    /** Of the two records: from which it went and on which it stands. */
    from_id: ref('patients'),
    to_id: ref('patients'),
    standing: choice(standings),
    /** Below nothing, it went the other way. */
    amount: money(),
    at: instant(),
    by_name: text(160),
  },
  { append_only: true, indexes: [{ columns: ['hospital_id', 'id'] }] },
)

export const bill_moves = table(
  'bill_moves',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    bill_id: ref('bills'),
    at: instant(),
    by_name: text(160),
    move: code(40),
    from_state: nullable(choice(bill_states)),
    to_state: choice(bill_states),
    reason: nullable(text(300)),
  },
  { append_only: true, indexes: [{ columns: ['bill_id', 'at'] }] },
)
