// The components of pay every hospital starts with, and for Tanzania what the law takes (HR-93). Each
// table carries its source and is to be confirmed before the first pay.

import { currencyOf } from '../../../core/reference/countries.ts'
import type { Applies, Band } from './reckon.ts'
import { keyOf } from './statutory.ts'
import { pay_components, statutory_tables } from './tables.ts'
import type { Base } from './words.ts'

type Kind = 'EARNING' | 'DEDUCTION' | 'EMPLOYER'
type Calc = 'FIXED' | 'UNITS_X_RATE' | 'STATUTORY' | 'LOAN' | 'SYSTEM'
type Component = readonly [code: string, name: string, calc: Calc]

const earnings: readonly Component[] = [
  ['BASIC', 'Basic pay', 'SYSTEM'],
  ['HOUSING', 'Housing allowance', 'FIXED'],
  ['TRANSPORT', 'Transport allowance', 'FIXED'],
  ['RISK', 'Risk allowance', 'FIXED'],
  ['RESPONSIBILITY', 'Responsibility allowance', 'FIXED'],
  ['ACTING', 'Acting allowance', 'FIXED'],
  ['ONCALL', 'On-call allowance', 'UNITS_X_RATE'],
  ['OVERTIME', 'Overtime', 'SYSTEM'],
  ['NIGHT', 'Night premium', 'SYSTEM'],
  ['HOLIDAY_WORK', 'Work on holidays', 'SYSTEM'],
  ['ARREARS', 'Arrears', 'SYSTEM'],
  ['LEAVE_PAY', 'Leave pay', 'SYSTEM'],
  ['BONUS', 'Bonus', 'FIXED'],
  ['GRATUITY', 'Gratuity', 'SYSTEM'],
  ['SEVERANCE', 'Severance', 'SYSTEM'],
  ['NOTICE_PAY', 'Pay in place of notice', 'SYSTEM'],
  ['UNPAID_LEAVE', 'Unpaid leave', 'SYSTEM'],
  ['ABSENCE', 'Absence', 'SYSTEM'],
]
/** In the order in which they are taken. */
const deductions: readonly Component[] = [
  ['PAYE', 'Pay as you earn', 'STATUTORY'],
  ['NSSF', 'NSSF', 'STATUTORY'],
  ['PSSSF', 'PSSSF', 'STATUTORY'],
  ['ZSSF', 'ZSSF', 'STATUTORY'],
  ['NHIF', 'NHIF', 'STATUTORY'],
  ['HESLB', 'Student loan (HESLB)', 'STATUTORY'],
  ['COURT', 'Order of a court', 'FIXED'],
  ['LOAN', 'Loan', 'LOAN'],
  ['ADVANCE', 'Advance', 'LOAN'],
  ['SHORTAGE', 'Shortage of cash', 'LOAN'],
  ['UNION', 'Union', 'FIXED'],
  ['SACCOS', 'Savings', 'FIXED'],
  ['NOTICE_SHORT', 'Notice not kept', 'SYSTEM'],
  ['OWING', 'Owed at exit', 'SYSTEM'],
]
const of_employer: readonly Component[] = [
  ['NSSF_ER', 'NSSF, employer', 'STATUTORY'],
  ['PSSSF_ER', 'PSSSF, employer', 'STATUTORY'],
  ['ZSSF_ER', 'ZSSF, employer', 'STATUTORY'],
  ['NHIF_ER', 'NHIF, employer', 'STATUTORY'],
  ['SDL', 'Skills development levy', 'STATUTORY'],
  ['WCF', 'Workers compensation', 'STATUTORY'],
]
/** By code: papers say them in another language. */
export const shipped_names: ReadonlyMap<string, string> = new Map(
  [...earnings, ...deductions, ...of_employer].map(([code, name]) => [code, name]),
)
/** What follows the days that were worked. */
const prorated = ['BASIC', 'HOUSING', 'TRANSPORT', 'RISK', 'RESPONSIBILITY', 'ACTING']

const componentsOf = (kind: Kind, list: readonly Component[], first: number) =>
  list.map(([code, name, calc], at) => ({
    position: first + at,
    code,
    name,
    kind,
    calc,
    taxable: kind === 'EARNING',
    pensionable: kind === 'EARNING',
    in_gross: kind === 'EARNING',
    prorate: kind === 'EARNING' && prorated.includes(code),
    priority: kind === 'DEDUCTION' ? at * 10 : 0,
    statutory_code: calc === 'STATUTORY' ? code.replace(/_ER$/, '') : null,
  }))

interface Law {
  code: string
  name: string
  applies: Applies
  base: Base
  /** In percent; in whole shillings. */
  employee?: number
  employer?: number
  bands?: readonly (readonly [from: number, percent: number])[]
  reduces?: boolean
  headcount?: number
  due_day: number
  source: string
}

const pension = { base: 'GROSS', reduces: true, due_day: 15 } as const
const income_tax = { code: 'PAYE', base: 'TAXABLE', due_day: 7 } as const
const tax_act = 'Income Tax Act, Cap. 332, First Schedule as amended by the Finance Act, 2021'

const laws: readonly Law[] = [
  {
    ...income_tax,
    name: 'PAYE, residents',
    applies: { residency: 'RESIDENT', secondary_employment: false },
    bands: [
      [0, 0],
      [270_000, 8],
      [520_000, 20],
      [760_000, 25],
      [1_000_000, 30],
    ],
    source: tax_act,
  },
  {
    ...income_tax,
    name: 'PAYE, non-residents',
    applies: { residency: 'NON_RESIDENT', secondary_employment: false },
    bands: [[0, 15]],
    source: tax_act,
  },
  {
    ...income_tax,
    name: 'PAYE, secondary employment',
    applies: { secondary_employment: true },
    bands: [[0, 30]],
    source: tax_act,
  },
  {
    ...pension,
    code: 'NSSF',
    name: 'National Social Security Fund',
    applies: { pension_scheme: 'NSSF' },
    employee: 10,
    employer: 10,
    source: 'National Social Security Fund Act, Cap. 50',
  },
  {
    ...pension,
    code: 'PSSSF',
    name: 'Public Service Social Security Fund',
    applies: { pension_scheme: 'PSSSF' },
    base: 'BASIC',
    employee: 5,
    employer: 15,
    source: 'Public Service Social Security Fund Act, 2018',
  },
  {
    ...pension,
    code: 'ZSSF',
    name: 'Zanzibar Social Security Fund',
    applies: { pension_scheme: 'ZSSF' },
    employee: 7,
    employer: 13,
    source: 'Zanzibar Social Security Fund Act, 2005',
  },
  {
    code: 'NHIF',
    name: 'National Health Insurance Fund',
    applies: { flag: 'nhif' },
    base: 'BASIC',
    employee: 3,
    employer: 3,
    due_day: 15,
    source: 'National Health Insurance Fund Act, Cap. 395',
  },
  {
    code: 'HESLB',
    name: 'Higher Education Students’ Loans Board',
    applies: { flag: 'heslb' },
    base: 'BASIC',
    employee: 15,
    due_day: 15,
    source: 'Higher Education Students’ Loans Board Act, Cap. 178',
  },
  {
    code: 'SDL',
    name: 'Skills development levy',
    applies: {},
    base: 'GROSS',
    employer: 3.5,
    headcount: 10,
    due_day: 7,
    source: 'Vocational Education and Training Act, Cap. 82, as amended by the Finance Act, 2023',
  },
  {
    code: 'WCF',
    name: 'Workers Compensation Fund',
    applies: {},
    base: 'GROSS',
    employer: 0.5,
    due_day: 31,
    source: 'Workers Compensation Act, Cap. 263',
  },
]
const in_force_from = '2021-07-01'

/** For a new hospital. */
export async function shipPay({
  id: hospital_id,
  country,
  currency,
}: {
  id: string
  country: string
  currency: string
}): Promise<void> {
  const components = [
    ...componentsOf('EARNING', earnings, 0),
    ...componentsOf('DEDUCTION', deductions, 100),
    ...componentsOf('EMPLOYER', of_employer, 200),
  ]
  await pay_components.insertMany(components.map((one) => ({ hospital_id, ...one })))
  if (country !== 'TZ') return
  const scale = 10 ** currencyOf(currency).decimals
  const bp = (percent: number | undefined): number | null =>
    percent === undefined ? null : Math.round(percent * 100)
  const bandsOf = (bands: Law['bands']): Band[] | null =>
    bands === undefined
      ? null
      : bands.map(([from, percent]) => ({ from: from * scale, bp: Math.round(percent * 100) }))
  await statutory_tables.insertMany(
    laws.map((law) => ({
      hospital_id,
      code: law.code,
      name: law.name,
      effective_from: in_force_from,
      applies: law.applies,
      applies_key: keyOf(law.applies),
      base: law.base,
      employee_bp: bp(law.employee),
      employer_bp: bp(law.employer),
      bands: bandsOf(law.bands),
      reduces_taxable: law.reduces ?? false,
      min_headcount: law.headcount ?? null,
      round_to: scale,
      due_day: law.due_day,
      filing_kind: law.code,
      source_note: `${law.source}; to be confirmed before use`,
    })),
  )
}
