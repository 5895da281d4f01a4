// Who owes, and one patient's account (billing 5.14).

import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { accountOf, list as debtors } from '../../../db/hospital/money/billing/debts/debtors.ts'
import {
  AccountAsked,
  Debtor,
  DebtorFilters,
  DebtorsReminded,
  PatientAccount,
  RemindDebtors,
} from '../../../db/hospital/money/billing/debts/debtor-shapes.ts'
import { remind } from '../../../db/hospital/money/billing/debts/remind.ts'
import { ruled } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, get, list, post } from '../words.ts'

export const door = area('debtors', [
  list('/billing/debtors', {
    summary: 'Patients who owe, by the age of the debt',
    access: 'debtor:read',
    opens: 'many',
    audit: 'debtor.list',
    filters: DebtorFilters,
    each: Debtor,
    totals: true,
    run: ({ caller, query }) => debtors(caller, query),
  }),
  post('/billing/debtors/remind', {
    summary: 'Write to patients what they owe',
    access: 'debtor:remind',
    opens: ruled('who owes is written to at the own address; nothing of the record is shown'),
    body: RemindDebtors,
    reply: DebtorsReminded,
    says: 'Reminders are on their way.',
    run: ({ caller, body }) => remind(caller, body),
  }),
  get('/billing/patients/:id/account', {
    summary: 'The account of a patient',
    access: 'bill:read',
    opens: 'desk',
    audit: 'patient_account.read',
    record: byId(patientRecord.get),
    query: AccountAsked,
    reply: PatientAccount,
    run: ({ caller, params, query }) => accountOf(caller, params.id, query),
  }),
])
