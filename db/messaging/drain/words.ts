// Reasons in words of the closed set (MSG-376).

import { type FailureReason, failure_reasons } from '../messages/words.ts'

const by_error_code: Readonly<Record<string, FailureReason>> = {
  '1': 'unknown_subscriber',
  '6': 'absent_subscriber',
  '11': 'barred',
  '13': 'barred',
  '27': 'absent_subscriber',
}

export type ErrorMap = Readonly<Record<string, string>>

const isReason = (word: string | undefined): word is FailureReason =>
  (failure_reasons as readonly (string | undefined)[]).includes(word)

/** The link's own table comes first, by the code as it was written and without leading zeros. */
function mapped(map: ErrorMap, code: string | null): FailureReason | null {
  if (code === null) return null
  const bare = code.replace(/^0+(?=.)/, '')
  for (const word of [map[code], map[code.toLowerCase()], map[bare]])
    if (isReason(word)) return word
  return null
}

/** Of a submit that was refused for good. */
export const rejectionReason = (map: ErrorMap, code: string, said: string | null): FailureReason =>
  mapped(map, code) ?? (isReason(said ?? undefined) ? (said as FailureReason) : 'operator_rejected')

/** Of a receipt that says no. */
export function receiptReason(map: ErrorMap, word: string, code: string | null): FailureReason {
  const own = mapped(map, code)
  if (own !== null) return own
  if (word === 'DELETED') return 'deleted'
  const known = code === null ? undefined : by_error_code[code.replace(/^0+(?=.)/, '')]
  if (known !== undefined) return known
  return word === 'REJECTD' ? 'operator_rejected' : 'undeliverable'
}

/** What a receipt's word makes of its part (MSG-374); null: nothing. */
export function partStateOf(word: string): 'delivered' | 'failed' | 'expired' | null {
  if (word === 'DELIVRD') return 'delivered'
  if (word === 'UNDELIV' || word === 'REJECTD' || word === 'DELETED') return 'failed'
  return word === 'EXPIRED' ? 'expired' : null
}
