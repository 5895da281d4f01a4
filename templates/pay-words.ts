// What a hospital is given of pay, in Swahili; a component that it named itself keeps its name.

import { shipped_names } from '../db/hospital/people/payroll/shipped.ts'
import type { Language } from '../db/hospital/office/hospitals/words.ts'

const sw: Readonly<Record<string, string>> = {
  BASIC: 'Mshahara wa msingi',
  HOUSING: 'Posho ya nyumba',
  TRANSPORT: 'Posho ya usafiri',
  RISK: 'Posho ya mazingira hatarishi',
  RESPONSIBILITY: 'Posho ya madaraka',
  ACTING: 'Posho ya kukaimu',
  ONCALL: 'Posho ya wito wa dharura',
  OVERTIME: 'Saa za ziada',
  NIGHT: 'Nyongeza ya usiku',
  HOLIDAY_WORK: 'Kazi ya sikukuu',
  ARREARS: 'Malimbikizo',
  LEAVE_PAY: 'Malipo ya likizo',
  BONUS: 'Bonasi',
  GRATUITY: 'Kiinua mgongo',
  SEVERANCE: 'Malipo ya kusitishwa kazi',
  NOTICE_PAY: 'Malipo badala ya notisi',
  UNPAID_LEAVE: 'Likizo isiyolipwa',
  ABSENCE: 'Kutofika kazini',
  PAYE: 'Kodi ya mapato (PAYE)',
  HESLB: 'Mkopo wa elimu (HESLB)',
  COURT: 'Amri ya mahakama',
  LOAN: 'Mkopo',
  ADVANCE: 'Mshahara wa mapema',
  SHORTAGE: 'Upungufu wa fedha',
  UNION: 'Chama cha wafanyakazi',
  SACCOS: 'Akiba',
  NOTICE_SHORT: 'Notisi isiyotimizwa',
  OWING: 'Deni la kuondoka',
  NSSF_ER: 'NSSF, mwajiri',
  PSSSF_ER: 'PSSSF, mwajiri',
  ZSSF_ER: 'ZSSF, mwajiri',
  NHIF_ER: 'NHIF, mwajiri',
  SDL: 'Tozo ya kuendeleza ujuzi (SDL)',
  WCF: 'Fidia kwa wafanyakazi (WCF)',
}

interface Named {
  code: string
  name: string
  /** Of arrears: what of which month they are. */
  of?: { month: string; code: string } | null
}

export function payName(language: Language, { code, name, of }: Named): string {
  if (language !== 'sw') return name
  if (of) return arrearsName(of, name)
  return shipped_names.get(code) === name ? (sw[code] ?? name) : name
}

/** `Arrears, March 2026: Basic pay` */
function arrearsName({ month, code }: { month: string; code: string }, name: string): string {
  const [, own = ''] = /^[^:]*: (.*)$/.exec(name) ?? []
  const form = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const of_month = new Intl.DateTimeFormat('sw', form).format(new Date(`${month}-01`))
  return `${sw['ARREARS']}, ${of_month}: ${payName('sw', { code, name: own })}`
}

const states: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    DRAFT: 'Draft',
    CALCULATED: 'Calculated',
    APPROVED: 'Approved',
    POSTED: 'Posted',
    PART_PAID: 'Paid in part',
    PAID: 'Paid',
    REVERSED: 'Reversed',
    CANCELLED: 'Cancelled',
  },
  sw: {
    DRAFT: 'Rasimu',
    CALCULATED: 'Imekokotolewa',
    APPROVED: 'Imeidhinishwa',
    POSTED: 'Imeingizwa vitabuni',
    PART_PAID: 'Imelipwa kwa sehemu',
    PAID: 'Imelipwa',
    REVERSED: 'Imerudishwa',
    CANCELLED: 'Imefutwa',
  },
}
export const runState = (language: Language, state: string): string =>
  states[language][state] ?? state
