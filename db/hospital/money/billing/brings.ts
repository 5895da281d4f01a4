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
import type { Brings } from '../../registry.ts'
import { bankSaw } from './payments/clearing.ts'
import { clearanceOf } from './charges/clearance.ts'
import { overrideGate } from './charges/gate-overrides.ts'
import { accountsOfVisits, visitsDue } from './charges/visits-owe.ts'
import { authorisationGiven, coverChanged } from './charges/covered-drafts.ts'
import { visitClosed } from './bills/issue.ts'
import { credit_entities, credit_reads, credit_sequences } from './credit/brings.ts'
import * as portal from './debts/for-portal.ts'
import { billingItems } from './debts/open-items.ts'
import { stopsOfBills } from './debts/stops.ts'
import { changePayerOfVisit } from './bills/change-payer.ts'
import { payments } from './payments/tables.ts'
import { papers } from './papers/kinds.ts'
import { replayOfBills } from './replay/replay.ts'
import { revenueOfBills } from './debts/revenue.ts'
import { sumsOfBills } from './debts/sums.ts'
import { onDeath, repointPatient } from './repoint.ts'
import { called } from './bills/rows.ts'
import { bills } from './bills/tables.ts'
import { tariffsUsed } from './charges/tariffs-used.ts'
import { chargeVisit, unchargeVisit } from './charges/visit-charges.ts'

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
    },
    {
      kind: 'bill',
      label: 'Bill',
      area: 'billing',
      pattern: 'INV-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
    },
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
