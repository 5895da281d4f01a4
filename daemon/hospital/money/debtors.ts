// Who owes, and one patient's account (billing 5.14).

import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { accountOf, list as debtors } from '../../../db/hospital/money/billing/debts/debtors.ts'
import {
  AccountAsked,
  Debtor,
  DebtorFilters,
  PatientAccount,
} from '../../../db/hospital/money/billing/debts/debtor-shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, get, list } from '../words.ts'

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
