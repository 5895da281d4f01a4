// In which language, on which paper and with how many decimals papers of money go out (2.13).

import type { Caller } from '../../../../core/caller.ts'
import { currency as currencyOf } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { policyOf } from '../../policy/policy.ts'

export async function paperPolicy(caller: Pick<Caller, 'hospital_id'>): Promise<{
  language: Language
  receipt_paper: 'A4' | 'ROLL80'
  decimals: number
}> {
  const { document_language, receipt_paper, show_decimals } = await policyOf(caller)
  const { decimals } = await currencyOf(caller)
  return { language: document_language, receipt_paper, decimals: show_decimals ? decimals : 0 }
}
