// One part of a message on its way: what is kept of it before it leaves, and what the way is told.

import { clock } from '../../../db/core/clock.ts'
import type { LinkRow } from '../../../db/messaging/drain/facts.ts'
import type { Intent, Later } from '../../../db/messaging/drain/intents.ts'
import type { Queued } from '../../../db/messaging/drain/queued.ts'
import type { Place, Submission } from '../operators/way.ts'

export interface Step {
  message: Queued
  part_id: string
  number: number
  parts: number
  segments: number
  text: string
  /** Whether a row of this part is there already. */
  resumed: boolean
  attempts: number
  concatenation: number
}

export const keyOf = ({ bind, sequence }: Place): string => `${bind} ${sequence}`

export const intentOf = (step: Step, place: Place, user_reference: number): Intent => ({
  message: step.message,
  part_id: step.part_id,
  number: step.number,
  segments: step.segments,
  bind: place.bind,
  sequence: place.sequence,
  user_reference,
  resumed: step.resumed,
})

export const laterOf = ({ message, part_id, number, segments }: Step): Later => ({
  message_id: message.message_id,
  hospital_id: message.hospital_id,
  part_id,
  number,
  segments,
  phone: message.phone,
})

export function submissionOf(
  step: Step,
  receipts: LinkRow['receipts'],
  user_reference: number,
): Submission {
  const { message } = step
  return {
    part_id: step.part_id,
    message_id: message.message_id,
    to: message.phone,
    sender_id: message.sender_id,
    text: step.text,
    encoding: message.encoding,
    number: step.number,
    parts: step.parts,
    segments: message.segments,
    reference: message.reference,
    valid_for_s: Math.max(1, (Date.parse(message.valid_until) - clock.ms()) / 1000),
    wants_receipt: wantsReceipt(step, receipts),
    user_reference,
    concatenation: step.concatenation,
    attempts: step.attempts,
    waited_ms: clock.ms() - Date.parse(message.created_at),
  }
}

function wantsReceipt({ number, parts }: Step, receipts: LinkRow['receipts']): boolean {
  switch (receipts) {
    case 'every_part':
      return true
    case 'first_part':
      return number === 1
    case 'last_part':
      return number === parts
    case 'none':
      return false
  }
}
