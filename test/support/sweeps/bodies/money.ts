// Bodies of bills and books.

import { type Body, cash, item, line, patient, today } from './said.ts'

export const money_bodies: Record<string, Body> = {
  'POST /accounting/accounts': (said) => ({
    code: `7${String(said.word.charCodeAt(said.word.length - 1)).padStart(3, '0')}`,
    name: said.word,
    kind: 'EXPENSE',
    role: 'POSTING',
  }),
  'POST /accounting/entries': ({ word, known, back }) => ({
    memo: word,
    entry_date: today,
    lines: [line('debit', known['bank']), line('credit', known['capital'])],
    post: back % 2 === 1,
  }),
  'POST /accounting/fiscal-years': ({ word }) => {
    const name = String(2027 + (word === 'Zaidi' ? 4 : word.charCodeAt(word.length - 1) % 4))
    return { name, starts_on: `${name}-01-01`, ends_on: `${name}-12-31` }
  },
  'POST /accounting/filings': ({ word }) => ({
    kind: 'SDL',
    period_year: 2025,
    period_month: 1 + (word.charCodeAt(word.length - 1) % 12),
    due_on: '2026-08-20',
    amount_due: 100,
  }),
  'POST /accounting/filings/:id/pay': ({ known }) => ({
    receipt_number: 'R1',
    account_id: known['bank'],
  }),
  'POST /accounting/funding-accounts': ({ word, known }) => ({
    account_id: known['second_bank'],
    name: word,
    kind: 'bank',
  }),
  'POST /accounting/funding-moves/deposit': ({ known }) => ({
    account_id: known['bank'],
    counterpart_account_id: known['capital'],
    amount: 100,
    note: 'Capital',
  }),
  'POST /accounting/funding-moves/withdraw': ({ known }) => ({
    account_id: known['bank'],
    counterpart_account_id: known['capital'],
    amount: 100,
    note: 'Capital',
  }),
  'POST /accounting/funding-moves/transfer': ({ known }) => ({
    account_id: known['bank'],
    to_account_id: known['till'],
    amount: 100,
    note: 'For the till',
  }),
  'POST /billing/bills': (said) => ({ patient_id: patient(said), items: [item, { code: 'XRAY' }] }),
  'POST /billing/bills/:id/items': () => ({ items: [item] }),
  'POST /billing/bills/:id/issue': () => ({}),
  'POST /billing/bills/:id/payments': () => ({ amount: 1_000, method: 'Cash' }),
  'POST /billing/sales': (said) => ({ patient_id: patient(said), method: 'Cash', lines: [item] }),
  'POST /billing/payments': (said) => ({ patient_id: patient(said), amount: 500, method: 'Cash' }),
  'POST /billing/deposits': (said) => ({ patient_id: patient(said), amount: 500, method: 'Cash' }),
  'POST /billing/debtors/remind': (said) => ({ patient_ids: [patient(said)] }),
  'POST /billing/refunds': ({ ids }) => ({
    deposit_id: ids.get('deposits'),
    amount: 100,
    payee_name: 'Asha Komba',
    reason: 'Asked for it',
  }),
  'POST /billing/charge-rules': () => ({ event: 'REGISTRATION', code: 'FBC' }),
  'POST /billing/exemptions': (said) => ({
    patient_id: patient(said),
    category: 'INDIGENT',
    pct: 50,
    valid_from: today,
    valid_to: '2026-12-31',
    evidence: 'Letter of the village',
  }),
  'POST /billing/waivers': ({ ids }) => ({
    bill_id: ids.get('bills'),
    amount: 100,
    category: 'INDIGENT',
    reason: 'Cannot pay',
  }),
  'POST /billing/expenses': ({ word }) => ({
    description: word,
    amount: 500,
    category: 'Other',
    payee: 'Duka',
  }),
  'POST /billing/shifts': ({ ids }) => ({
    drawer_id: ids.get('drawers'),
    denominations: cash,
    reason: 'The float',
  }),
  'POST /billing/shifts/:id/force-close': () => ({
    denominations: cash,
    left_in_drawer: 0,
    reason: 'Went home ill',
  }),
  'POST /billing/shifts/:id/pay-in': ({ known }) => ({
    amount: 100,
    reason: 'Change brought',
    contra_account_id: known['capital'],
  }),
  'POST /billing/shifts/:id/pay-out': ({ known }) => ({
    amount: 100,
    reason: 'Change taken',
    contra_account_id: known['capital'],
  }),
  'POST /billing/claim-batches': ({ ids }) => ({ scheme_id: ids.get('schemes'), month: '2026-03' }),
  'POST /billing/claims/validate': ({ ids }) => ({
    scheme_id: ids.get('schemes'),
    month: '2026-03',
  }),
  'POST /billing/coverage/simulate': ({ ids }) => ({
    scheme_id: ids.get('schemes'),
    items: [item],
  }),
  'POST /billing/preauthorisations': ({ known }) => ({
    membership_id: known['membership'],
    items: [{ code: 'XRAY' }],
    diagnosis_codes: ['G44'],
  }),
  'POST /billing/preauthorisations/:id/respond': () => ({
    result: 'APPROVED',
    reference: 'OK-1',
    valid_to: '2026-04-01',
  }),
  'POST /billing/memberships/:id/verify': () => ({ result: 'VERIFIED' }),
  'POST /billing/remittances': ({ ids, word, known }) => ({
    scheme_id: ids.get('schemes'),
    reference: word,
    received_on: today,
    account_id: known['bank'],
    amount: 500,
    lines: [],
  }),
  'POST /billing/float-transfers': ({ ids, known }) => ({
    kind: 'FLOAT',
    from: { account_id: known['till'] },
    to: { drawer_id: ids.get('drawers') },
    amount: 100,
  }),
  'PUT /billing/service-gates': () => ({
    rows: [{ category: '*', visit_class: 'OUTPATIENT', payer_kind: 'SELF', rule: 'NONE' }],
  }),
  'POST /billing/shifts/:id/close': () => ({ denominations: cash, left_in_drawer: 0 }),
  'PUT /billing/denial-reasons': ({ word }) => ({
    reasons: [{ code: 'ZZ', name: word, active: true }],
  }),
}
