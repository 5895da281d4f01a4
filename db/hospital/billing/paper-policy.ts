// In which language, on which paper and with how many decimals papers of money go out (2.13).

import type { Caller } from '../../caller.ts'
import { currency as currencyOf, hospitalOf } from '../hospitals/hospitals.ts'
import type { Language } from '../hospitals/words.ts'

/** Where nobody counts in hundredths. */
const without_decimals = ['TZS', 'UGX', 'RWF', 'BIF']

export async function paperPolicy(caller: Pick<Caller, 'hospital_id'>): Promise<{
  language: Language
  receipt_paper: 'A4' | 'ROLL80'
  decimals: number
}> {
  const { country, currency } = await hospitalOf(caller)
  const { decimals } = await currencyOf(caller)
  return {
    language: country === 'TZ' ? 'sw' : 'en',
    receipt_paper: 'ROLL80',
    decimals: without_decimals.includes(currency) ? 0 : decimals,
  }
}
