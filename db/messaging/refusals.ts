// What the messaging API says no with. Codes are the contract's (MSG-144); sentences are section 6.

import { Refusal, type RefusalDetail } from '../core/refusal.ts'

export const code_statuses = {
  invalid_api_key: 401,
  api_key_revoked: 401,
  api_key_expired: 401,
  ip_not_allowed: 403,
  insufficient_scope: 403,
  account_not_provisioned: 403,
  invalid_request: 400,
  recipients_exceeded: 400,
  invalid_phone_number: 422,
  message_too_long: 422,
  sender_id_not_approved: 422,
  invalid_state: 422,
  already_exists: 422,
  whatsapp_window_closed: 422,
  whatsapp_template_not_approved: 422,
  not_found: 404,
  insufficient_funds: 402,
  idempotency_key_reused: 409,
  idempotency_key_in_flight: 409,
  rate_limited: 429,
  upstream_unavailable: 503,
  internal_error: 500,
} as const
export type Code = keyof typeof code_statuses

export const isCode = (word: string): word is Code => Object.hasOwn(code_statuses, word)

export const refuse = (code: Code, message: string, detail?: RefusalDetail): Refusal =>
  new Refusal(code_statuses[code], code, message, detail)

/** 400 with the field to blame. */
export const wrong = (field: string, message: string): Refusal =>
  refuse('invalid_request', message, { field })

/** `There is no such message on this account.` */
export const noneHere = (thing: string): Refusal =>
  refuse('not_found', `There is no such ${thing} on this account.`)

export const wrongState = (message: string): Refusal => refuse('invalid_state', message)

export const taken = (field: string, value: string): Refusal =>
  refuse('already_exists', `${value} exists already.`, { field })

/** `If-Match` with a version that is no longer the record's (MSG 2). */
export function freshHere(
  caller: { expected_version: number | null },
  record: { version: number },
): void {
  if (caller.expected_version === null || caller.expected_version === record.version) return
  throw wrongState('Someone else changed this after you read it. Read it again.')
}
