// What a posting means by a role, a category, a method, a class of product (2.3, 2.4). Codes here
// are those of the shipped chart; a hospital's own map names accounts by id.

import type { AccountKind } from '../words.ts'

/** Everything by name, each an account's id. */
export interface PostingMap {
  roles: Record<string, string>
  income: Record<string, string>
  expense: Record<string, string>
  methods: Record<string, string>
  product_classes: Record<string, { stock: string; cost: string }>
}

const asset = {
  safe: '1101',
  card_clearing: '1130',
  cheque_clearing: '1131',
  cash_transit: '1132',
  ar_patient: '1201',
  ar_national: '1202',
  ar_scheme: '1203',
  ar_client: '1204',
  accrued_income: '1205',
  claims_appeal: '1206',
  allowance: '1209',
  staff_advance: '1301',
  supplier_advance: '1302',
  vat_in: '1303',
  wht_asset: '1304',
  prepaid: '1305',
  cash_suspense: '1308',
  interbranch: '1309',
  stock_transit: '1407',
  stock_allowance: '1409',
}
const liability = {
  ap: '2101',
  grni: '2102',
  ap_clinician: '2103',
  accrual: '2104',
  deposit: '2201',
  unapplied: '2202',
  refund_due: '2203',
  deferred_income: '2205',
  vat_out: '2301',
  vat_control: '2302',
  paye: '2303',
  sdl: '2304',
  wht: '2305',
  vat_withheld: '2306',
  net_pay: '2401',
  pension: '2402',
  health_staff: '2403',
  wcf: '2404',
  student_loan: '2405',
  other_deductions: '2406',
  deferred_grant: '2601',
  suspense: '2901',
}
const equity = { retained: '3201', drawings: '3301', opening: '3901' }
const income = {
  discount: '4301',
  waiver: '4302',
  contract_difference: '4303',
  disallowed: '4304',
  returns: '4305',
  grant_income: '4401',
  donated_stock: '4402',
  interest_income: '4404',
  fx_gain: '4405',
  cash_over: '4406',
  price_gain: '4407',
  recovered: '4408',
  sundry: '4410',
}
const expense = {
  price_variance: '5107',
  freight: '5108',
  expired: '5201',
  damaged: '5202',
  count_difference: '5203',
  lost: '5204',
  basic_pay: '6101',
  allowances: '6102',
  pension_er: '6103',
  sdl_er: '6104',
  wcf_er: '6105',
  health_er: '6106',
  locum: '6107',
  ward_use: '6308',
  bank_charge: '6401',
  fee: '6402',
  interest_paid: '6403',
  fx_loss: '6404',
  cash_short: '6406',
  penalty: '6407',
  depreciation: '6501',
  bad_debt: '6601',
  vat_cost: '6701',
}

/** `drawers` is the heading under which a drawer's account is made; it takes no lines itself. */
export const drawers_code = '1102'

export const default_roles: Readonly<Record<string, string>> = {
  drawers: drawers_code,
  ...asset,
  ...liability,
  ...equity,
  ...income,
  ...expense,
}

const of = (kind: AccountKind, roles: object): [string, AccountKind][] =>
  Object.keys(roles).map((role) => [role, kind])

export const role_kinds: Readonly<Record<string, AccountKind>> = Object.fromEntries([
  ['drawers', 'ASSET'],
  ...of('ASSET', asset),
  ...of('LIABILITY', liability),
  ...of('EQUITY', equity),
  ...of('INCOME', income),
  ...of('EXPENSE', expense),
])

export const default_income: Readonly<Record<string, string>> = {
  Consultation: '4101',
  Laboratory: '4102',
  Radiology: '4103',
  Procedure: '4104',
  Theatre: '4105',
  Nursing: '4106',
  Bed: '4107',
  Maternity: '4108',
  Emergency: '4109',
  Ambulance: '4109',
  Blood: '4110',
  Mortuary: '4111',
  Other: '4119',
  Pharmacy: '4201',
  'Pharmacy sale': '4202',
  Supplies: '4203',
}

export const default_expense: Readonly<Record<string, string>> = {
  Operating: '6303',
  Utilities: '6201',
  Supplies: '6301',
  Maintenance: '6203',
  Transport: '6302',
  Staff: '6109',
  Rent: '6202',
  Other: '6399',
}

/** Methods that stand for one account everywhere; cash, bank and mobile go by funding account. */
export const default_methods: Readonly<Record<string, string>> = { Card: '1130', Cheque: '1131' }

export const default_classes: Readonly<Record<string, { stock: string; cost: string }>> = {
  medicine: { stock: '1401', cost: '5101' },
  supply: { stock: '1402', cost: '5102' },
  reagent: { stock: '1403', cost: '5103' },
  imaging: { stock: '1404', cost: '5104' },
  blood: { stock: '1405', cost: '5105' },
  general: { stock: '1406', cost: '6301' },
}
