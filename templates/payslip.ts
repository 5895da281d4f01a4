// A payslip: what was earned, what was taken, what is left, and how it stands in the year (HR-111).

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { evenly, facts, framed, type MoneyPaper, pens } from './money-paper.ts'
import { money_words } from './money-words.ts'
import type { Block, Paper } from './paper.ts'
import { payName } from './pay-words.ts'
import { shippedName } from './people-words.ts'
import { words } from './words.ts'

interface Line {
  code: string
  name: string
  amount: number
}

export interface PayslipPaper extends MoneyPaper {
  number: string
  at: string
  /** The first day of its month. */
  month: string
  staff: { number: string; name: string; cadre: string; department: string; grade: string | null }
  numbers: {
    tin: string | null
    pension_scheme: string | null
    pension_no: string | null
    health_no: string | null
  }
  pays_to: string | null
  paid_on: string | null
  /** In hundredths. */
  paid_days: number
  period_days: number
  earnings: readonly (Line & {
    units: number | null
    rate: number | null
    of?: { month: string; code: string } | null
  })[]
  deductions: readonly (Line & { balance_left: number | null })[]
  employer: readonly Line[]
  gross: number
  taxable: number
  taken: number
  net: number
  year: { gross: number; taxable: number; tax: number; net: number }
  leave: readonly { name: string; available: number }[]
}

const en = {
  title: 'Payslip',
  month: 'Month',
  staff: 'Staff',
  cadre: 'Cadre',
  department: 'Department',
  grade: 'Grade',
  tin: 'TIN',
  pension: 'Pension',
  health: 'Health insurance',
  bank: 'Paid to',
  paid_on: 'Paid on',
  days: 'Days paid',
  of: 'of',
  earnings: 'Earnings',
  deductions: 'Deductions',
  units: 'Units',
  rate: 'Rate',
  left: 'Still owed',
  gross: 'Gross pay',
  taxable: 'Taxable pay',
  taken: 'Deductions together',
  net: 'Net pay',
  employer: 'Paid by the employer',
  year: 'This year so far',
  tax: 'Tax',
  leave: 'Leave left',
  day: 'days',
  confidential: 'CONFIDENTIAL',
  none: 'None',
}
const sw: typeof en = {
  title: 'Hati ya mshahara',
  month: 'Mwezi',
  staff: 'Mfanyakazi',
  cadre: 'Kada',
  department: 'Idara',
  grade: 'Daraja',
  tin: 'TIN',
  pension: 'Hifadhi ya jamii',
  health: 'Bima ya afya',
  bank: 'Hulipwa kwenye',
  paid_on: 'Ililipwa',
  days: 'Siku zilizolipwa',
  of: 'kati ya',
  earnings: 'Mapato',
  deductions: 'Makato',
  units: 'Idadi',
  rate: 'Kiwango',
  left: 'Deni lililobaki',
  gross: 'Mshahara ghafi',
  taxable: 'Kiasi kinachotozwa kodi',
  taken: 'Jumla ya makato',
  net: 'Mshahara halisi',
  employer: 'Michango ya mwajiri',
  year: 'Mwaka huu hadi sasa',
  tax: 'Kodi',
  leave: 'Likizo iliyobaki',
  day: 'siku',
  confidential: 'SIRI',
  none: 'Hakuna',
}
const said_in: Record<Language, typeof en> = { en, sw }

export const payslipPaper = evenly((slip: PayslipPaper): Paper => {
  const said = said_in[slip.language]
  const { money, words: inWords } = pens(slip)
  return framed(slip, { title: said.title, number: slip.number, issued_at: slip.at }, [
    { kind: 'text', text: said.confidential, strong: true, align: 'right' },
    about(slip, said),
    ...earned(slip, said),
    ...taken(slip, said),
    {
      kind: 'totals',
      rows: [
        { label: said.gross, value: money(slip.gross) },
        { label: said.taxable, value: money(slip.taxable) },
        { label: said.taken, value: money(-slip.taken) },
        { label: said.net, value: money(slip.net), strong: true },
      ],
    },
    {
      kind: 'text',
      title: words[slip.language].amount_in_words,
      text: inWords(Math.max(0, slip.net)),
    },
    ...employer(slip, said),
    { kind: 'together', blocks: ofYear(slip, said) },
  ])
})

function about(slip: PayslipPaper, said: typeof en): Block {
  const { staff, numbers, head } = slip
  const { day } = pens(slip)
  const month = new Intl.DateTimeFormat(slip.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(slip.month))
  const pension = [numbers.pension_scheme, numbers.pension_no].filter(Boolean).join(' ')
  return facts(2, [
    [said.month, month],
    [said.staff, `${staff.number} ${staff.name}`],
    [said.cadre, staff.cadre],
    [said.department, staff.department],
    [said.grade, staff.grade],
    [said.days, `${slip.paid_days / 100} ${said.of} ${slip.period_days}`],
    [said.tin, numbers.tin],
    [said.pension, pension],
    [said.health, numbers.health_no],
    [said.bank, slip.pays_to],
    [said.paid_on, day(slip.paid_on)],
    [money_words[slip.language].currency, head.currency],
  ])
}

function earned(slip: PayslipPaper, said: typeof en): Block[] {
  const { money } = pens(slip)
  const amount = words[slip.language].amount
  return [
    { kind: 'heading', text: said.earnings },
    {
      kind: 'table',
      columns: [
        { label: words[slip.language].description, weight: 4 },
        { label: said.units, weight: 1, align: 'right' },
        { label: said.rate, weight: 1, align: 'right' },
        { label: amount, weight: 1, align: 'right' },
      ],
      rows: slip.earnings.map(({ units, rate, amount: sum, ...one }) => [
        payName(slip.language, one),
        units === null ? '' : String(units / 100),
        rate === null ? '' : money(rate),
        money(sum),
      ]),
      empty: said.none,
    },
  ]
}

function taken(slip: PayslipPaper, said: typeof en): Block[] {
  const { money } = pens(slip)
  return [
    { kind: 'heading', text: said.deductions },
    {
      kind: 'table',
      columns: [
        { label: words[slip.language].description, weight: 4 },
        { label: said.left, weight: 1, align: 'right' },
        { label: words[slip.language].amount, weight: 1, align: 'right' },
      ],
      rows: slip.deductions.map(({ balance_left, amount, ...one }) => [
        payName(slip.language, one),
        balance_left === null ? '' : money(balance_left),
        money(amount),
      ]),
      empty: said.none,
    },
  ]
}

function employer(slip: PayslipPaper, said: typeof en): Block[] {
  if (slip.employer.length === 0) return []
  const { money } = pens(slip)
  return [
    { kind: 'heading', text: said.employer },
    facts(
      2,
      slip.employer.map(({ amount, ...one }): [string, string] => [
        payName(slip.language, one),
        money(amount),
      ]),
    ),
  ]
}

function ofYear(slip: PayslipPaper, said: typeof en): Block[] {
  const { money } = pens(slip)
  const { year } = slip
  return [
    { kind: 'heading', text: said.year },
    facts(2, [
      [said.gross, money(year.gross)],
      [said.taxable, money(year.taxable)],
      [said.tax, money(year.tax)],
      [said.net, money(year.net)],
      ...slip.leave.map(({ name, available }): [string, string] => [
        said.leave,
        `${shippedName(slip.language, name)}: ${available / 100} ${said.day}`,
      ]),
    ]),
  ]
}
