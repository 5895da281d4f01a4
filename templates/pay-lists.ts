// Papers of a run of pay: its register, the list by which cash is handed out, the list for the bank, and
// a year of one person's pay (people HR-114 to HR-119). What somebody earns is nobody else's: they carry
// no code that a stranger could look up.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { evenly, facts, framed, type MoneyPaper, pens } from './money-paper.ts'
import type { Block, Column, Paper } from './paper.ts'
import { runState } from './pay-words.ts'

const en = {
  register: 'Payroll summary',
  cash: 'Pay list',
  bank: 'Bank list',
  year: 'Year card of pay',
  month: 'Month',
  run: 'Payroll run',
  batch: 'Payment batch',
  state: 'State',
  staff: 'Staff',
  number: 'Number',
  name: 'Name',
  department: 'Department',
  basic: 'Basic pay',
  allowances: 'Allowances',
  gross: 'Gross pay',
  taxable: 'Taxable pay',
  tax: 'Tax',
  others: 'Other deductions',
  taken: 'Deductions',
  net: 'Net pay',
  employer: 'Employer',
  amount: 'Amount',
  signature: 'Signature',
  bank_name: 'Bank',
  account: 'Account',
  debit: 'To be taken from',
  people: 'People',
  total: 'Total',
  pay_on: 'Day of pay',
  paid_by: 'Paid by',
  witness: 'Witness',
  prepared: 'Prepared by',
  approved: 'Approved by',
  employer_signs: 'For the employer',
  tin: 'TIN',
  confidential: 'CONFIDENTIAL',
  none: 'Nobody.',
}
const sw: typeof en = {
  register: 'Muhtasari wa mishahara',
  cash: 'Orodha ya malipo',
  bank: 'Orodha ya benki',
  year: 'Kadi ya mwaka ya mshahara',
  month: 'Mwezi',
  run: 'Orodha ya mishahara',
  batch: 'Kundi la malipo',
  state: 'Hali',
  staff: 'Mfanyakazi',
  number: 'Namba',
  name: 'Jina',
  department: 'Idara',
  basic: 'Mshahara wa msingi',
  allowances: 'Posho',
  gross: 'Mshahara ghafi',
  taxable: 'Kinachotozwa kodi',
  tax: 'Kodi',
  others: 'Makato mengine',
  taken: 'Makato',
  net: 'Mshahara halisi',
  employer: 'Mwajiri',
  amount: 'Kiasi',
  signature: 'Sahihi',
  bank_name: 'Benki',
  account: 'Akaunti',
  debit: 'Itolewe kwenye',
  people: 'Watu',
  total: 'Jumla',
  pay_on: 'Siku ya malipo',
  paid_by: 'Aliyelipa',
  witness: 'Shahidi',
  prepared: 'Aliyeandaa',
  approved: 'Aliyeidhinisha',
  employer_signs: 'Kwa niaba ya mwajiri',
  tin: 'TIN',
  confidential: 'SIRI',
  none: 'Hakuna.',
}
const said_in: Record<Language, typeof en> = { en, sw }

export interface PayFigures {
  basic: number
  allowances: number
  gross: number
  taxable_pay: number
  tax: number
  other_deductions: number
  total_deductions: number
  net: number
  employer_cost: number
}
const in_order = [
  'basic',
  'allowances',
  'gross',
  'taxable_pay',
  'tax',
  'other_deductions',
  'net',
  'employer_cost',
] as const

const figureColumns = (said: typeof en): Column[] =>
  [
    said.basic,
    said.allowances,
    said.gross,
    said.taxable,
    said.tax,
    said.others,
    said.net,
    said.employer,
  ].map((label) => ({ label, weight: 2, align: 'right' }))

const secret = (said: typeof en): Block => ({
  kind: 'text',
  text: said.confidential,
  strong: true,
  align: 'right',
})

function monthIn(language: Language, first: string): string {
  const form = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, form).format(new Date(first))
}

export interface RegisterPaper extends MoneyPaper {
  number: string
  at: string
  month: string
  state: string
  department: string | null
  prepared_by: string | null
  approved_by: string | null
  rows: readonly { number: string; name: string; department: string; figures: PayFigures }[]
  totals: PayFigures
}

export const registerPaper = evenly((made: RegisterPaper): Paper => {
  const said = said_in[made.language]
  const { money } = pens(made)
  const cells = (figures: PayFigures): string[] => in_order.map((name) => money(figures[name]))
  return framed(
    made,
    { title: said.register, number: made.number, issued_at: made.at },
    [
      secret(said),
      facts(3, [
        [said.month, monthIn(made.language, made.month)],
        [said.state, runState(made.language, made.state)],
        [said.department, made.department],
        [said.people, String(made.rows.length)],
      ]),
      {
        kind: 'table',
        columns: [
          { label: said.number, weight: 2 },
          { label: said.name, weight: 4 },
          { label: said.department, weight: 3 },
          ...figureColumns(said),
        ],
        rows: made.rows.map(({ number, name, department, figures }) => [
          number,
          name,
          department,
          ...cells(figures),
        ]),
        foot: [said.total, '', '', ...cells(made.totals)],
        empty: said.none,
      },
      {
        kind: 'together',
        blocks: [
          { kind: 'gap', height: 16 },
          {
            kind: 'signatures',
            lines: [
              { caption: said.prepared, name: made.prepared_by },
              { caption: said.approved, name: made.approved_by },
            ],
          },
        ],
      },
    ],
    { landscape: true },
  )
})

export interface PayListPaper extends MoneyPaper {
  number: string
  at: string
  run: string
  pay_on: string
  method: 'CASH' | 'BANK' | 'MOBILE'
  debit_account: string | null
  lines: readonly {
    staff_number: string
    name: string
    bank: string | null
    account: string | null
    amount: number
  }[]
  total: number
}

/** Cash is signed for line by line; the bank is told which account each amount goes to. */
export const payListPaper = evenly((made: PayListPaper): Paper => {
  const said = said_in[made.language]
  const { money, day, words: inWords } = pens(made)
  const is_cash = made.method === 'CASH'
  const columns: Column[] = [
    { label: '', weight: 1, align: 'right' },
    { label: said.number, weight: 2 },
    { label: said.name, weight: 5 },
    ...(is_cash ? [] : [{ label: said.bank_name, weight: 3 }]),
    ...(is_cash ? [] : [{ label: said.account, weight: 3 }]),
    { label: said.amount, weight: 2, align: 'right' },
    ...(is_cash ? [{ label: said.signature, weight: 4 }] : []),
  ]
  const rows = made.lines.map((line, at) => [
    String(at + 1),
    line.staff_number,
    line.name,
    ...(is_cash ? [] : [line.bank ?? '', line.account ?? '']),
    money(line.amount),
    ...(is_cash ? [' '] : []),
  ])
  const foot = ['', '', said.total, ...(is_cash ? [] : ['', '']), money(made.total)]
  const signers = is_cash ? [said.paid_by, said.witness] : [said.prepared, said.approved]
  return framed(
    made,
    { title: is_cash ? said.cash : said.bank, number: made.number, issued_at: made.at },
    [
      secret(said),
      facts(2, [
        [said.run, made.run],
        [said.pay_on, day(made.pay_on)],
        [said.people, String(made.lines.length)],
        [said.debit, is_cash ? null : made.debit_account],
      ]),
      {
        kind: 'table',
        columns,
        rows,
        foot: [...foot, ...(is_cash ? [''] : [])],
        empty: said.none,
      },
      {
        kind: 'together',
        blocks: [
          { kind: 'text', text: inWords(made.total) },
          { kind: 'gap', height: 16 },
          { kind: 'signatures', lines: signers.map((caption) => ({ caption })) },
        ],
      },
    ],
  )
})

export interface YearCardPaper extends MoneyPaper {
  at: string
  year: number
  staff: { number: string; name: string; tin: string | null }
  months: readonly { month: string; figures: PayFigures }[]
  totals: PayFigures
}

export const yearCardPaper = evenly((made: YearCardPaper): Paper => {
  const said = said_in[made.language]
  const { money } = pens(made)
  const cells = (figures: PayFigures): string[] => in_order.map((name) => money(figures[name]))
  return framed(
    made,
    { title: `${said.year} ${made.year}`, number: made.staff.number, issued_at: made.at },
    [
      secret(said),
      facts(2, [
        [said.staff, `${made.staff.number} ${made.staff.name}`],
        [said.tin, made.staff.tin],
      ]),
      {
        kind: 'table',
        columns: [{ label: said.month, weight: 3 }, ...figureColumns(said)],
        rows: made.months.map(({ month, figures }) => [
          monthIn(made.language, `${month}-01`),
          ...cells(figures),
        ]),
        foot: [said.total, ...cells(made.totals)],
        empty: said.none,
      },
      {
        kind: 'together',
        blocks: [
          { kind: 'gap', height: 24 },
          { kind: 'signatures', lines: [{ caption: said.employer_signs }] },
        ],
      },
    ],
    { landscape: true },
  )
})
