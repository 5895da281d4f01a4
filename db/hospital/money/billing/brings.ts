import {
  accountsOfVisits as visit_accounts,
  changePayer as change_payer,
  chargeVisit as charge_visit,
  clearanceOf as clearance_of,
  overrideGate as override_gate,
  patientAccount as patient_account,
  patientBill as patient_bill,
  patientBills as patient_bills,
  patientPayment as patient_payment,
  patientPayments as patient_payments,
  requestPayment as request_payment,
  tariffsUsed as tariffs_used,
  unchargeVisit as uncharge_visit,
  visitClosed as visit_closed,
  visitsDue as visits_due,
} from '../../neighbours/billing.ts'
import * as cover from '../../neighbours/cover.ts'
import {
  billingItems as billing_items,
  billingReplay,
  billingRevenue,
  billingStops,
  billingSums,
  paymentCleared,
} from '../../neighbours/books.ts'
import { answer } from '../../../core/question.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { partOf, sealed } from '../../office/audit/seal-kinds.ts'
import type { Brings } from '../../registry.ts'
import { bankSaw } from './payments/clearing.ts'
import { clearanceOf } from './charges/clearance.ts'
import { overrideGate } from './charges/gate-overrides.ts'
import { accountsOfVisits, visitsDue } from './charges/visits-owe.ts'
import { authorisationGiven, coverChanged } from './charges/covered-drafts.ts'
import { visitClosed } from './bills/issue.ts'
import { credit_entities, credit_reads, credit_seals, credit_sequences } from './credit/brings.ts'
import * as portal from './debts/for-portal.ts'
import { billingItems } from './debts/open-items.ts'
import { stopsOfBills } from './debts/stops.ts'
import { changePayerOfVisit } from './bills/change-payer.ts'
import { payments } from './payments/tables.ts'
import { money_methods } from './payments/words.ts'
import { papers } from './papers/kinds.ts'
import { replayOfBills } from './replay/replay.ts'
import { revenueOfBills } from './debts/revenue.ts'
import { sumsOfBills } from './debts/sums.ts'
import { onDeath, repointPatient } from './repoint.ts'
import { called } from './bills/rows.ts'
import { bill_items, bills } from './bills/tables.ts'
import { tariffsUsed } from './charges/tariffs-used.ts'
import { chargeVisit, unchargeVisit } from './charges/visit-charges.ts'

/** What follows from payments, credit notes and claims, and whom one looks after it (BIL-17). */
const moved_of_bills = [
  'status',
  'running',
  'paid',
  'insured',
  'waived',
  'credited',
  'credited_share',
  'adjusted',
  'written_off',
  'recovered',
  'moved_from_scheme',
  'balance',
  'scheme_due',
  'remitted',
  'disallowed',
  'held',
  'hold_reason',
  'warnings',
  'rebilled_to_id',
] as const
const moved_of_lines = [
  'settled',
  'insured',
  'waived',
  'credited',
  'credited_share',
  'credited_quantity',
  'adjusted',
  'written_off',
  'moved_from_scheme',
  'balance',
  'service_status',
  'authorised_by',
  'done_clearance',
  'done_at',
  'performed_by_id',
] as const

export const brings: Brings = {
  area: 'billing',
  sequences: [
    ...credit_sequences,
    {
      kind: 'receipt',
      label: 'Receipt',
      area: 'billing',
      pattern: 'RCT-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
      stand: { table: 'payments', only: sql`method${oneOf(money_methods)}` },
    },
    {
      kind: 'bill',
      label: 'Bill',
      area: 'billing',
      pattern: 'INV-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
      stand: { table: 'bills' },
    },
  ],
  seals: [
    ...credit_seals,
    sealed('payment', payments, {
      called: 'number',
      once: 'number',
      moves: ['clearing', 'cleared_from'],
    }),
    sealed('bill', bills, {
      called: 'number',
      once: 'number',
      moves: moved_of_bills,
      parts: [partOf(bill_items, 'bill_id', moved_of_lines)],
    }),
  ],
  entities: [
    ...credit_entities,
    {
      type: 'payment',
      read: 'payment:read',
      write: 'payment:create',
      async exists({ hospital_id }, id) {
        const found = await payments.find({ hospital_id, id })
        return found === undefined
          ? undefined
          : { label: found.number ?? found.id, patient_id: found.patient_id }
      },
    },
    {
      type: 'bill',
      read: 'bill:read',
      write: 'bill:issue',
      async exists({ hospital_id }, id) {
        const bill = await bills.find({ hospital_id, id })
        return bill === undefined ? undefined : { label: called(bill), patient_id: bill.patient_id }
      },
      closed: async ({ hospital_id }, id) =>
        (await bills.find({ hospital_id, id }))?.status !== 'DRAFT',
    },
  ],
  papers,
  notifications: [
    {
      kind: 'billing.refunds',
      label: 'Approved refunds that nobody paid',
      area: 'billing',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Managers',
    },
  ],
  repointPatient,
  onDeath,
  reads: {
    patient_flow: 'tariff:read',
    charge_rule: 'tariff:read',
    gate_override: 'gate:read',
    ...credit_reads,
  },
  answers: [
    answer(billing_items, billingItems),
    answer(billingStops, stopsOfBills),
    answer(billingReplay, replayOfBills),
    answer(billingRevenue, revenueOfBills),
    answer(billingSums, sumsOfBills),
    answer(paymentCleared, bankSaw),
    answer(change_payer, changePayerOfVisit),
    answer(cover.coverChanged, coverChanged),
    answer(cover.authorisationGiven, authorisationGiven),
    answer(charge_visit, chargeVisit),
    answer(uncharge_visit, unchargeVisit),
    answer(clearance_of, clearanceOf),
    answer(override_gate, overrideGate),
    answer(visit_closed, visitClosed),
    answer(visit_accounts, accountsOfVisits),
    answer(visits_due, visitsDue),
    answer(tariffs_used, tariffsUsed),
    answer(patient_account, portal.patientAccount),
    answer(patient_bill, portal.patientBill),
    answer(patient_bills, portal.patientBills),
    answer(patient_payment, portal.patientPayment),
    answer(patient_payments, portal.patientPayments),
    answer(request_payment, portal.requestPayment),
  ],
}
