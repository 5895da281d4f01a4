// What front office has decided to write to a patient, given to the outbox to be carried (PTM-1,
// PLT-137). The text comes ready: preferences, quiet hours and consent were looked at there.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { seal } from '../../../appliance/secrets/seal.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { Language } from '../hospitals/words.ts'
import { mailIsOn } from '../settings/email.ts'
import { outbox_messages } from './tables.ts'
import { letterOf } from './texts.ts'

export interface ReadyText {
  patient_id: string
  channel: 'sms' | 'whatsapp' | 'email'
  contact: string
  event: string
  language: Language
  text: string
  /** A text with a code: sealed until it is sent, and not kept. */
  essential: boolean
  not_before?: string | undefined
  not_after?: string | undefined
  entity?: { type: string; id: string } | undefined
}

/** In the caller's transaction; answers the row's id. */
export async function carryToPatient(caller: Caller, ready: ReadyText): Promise<string> {
  const { channel, essential, event } = ready
  const hospital = await hospitalOf(caller)
  const text = channel === 'email' ? letterOf(ready.text, hospital) : ready.text
  const goes = channel !== 'email' || (await mailIsOn(caller))
  const made = await outbox_messages.insert({
    hospital_id: caller.hospital_id,
    event: `patient.${event.toLowerCase()}`,
    class: essential ? 'ESSENTIAL' : 'SERVICE',
    channel,
    contact: ready.contact,
    patient_id: ready.patient_id,
    language: ready.language,
    subject: channel === 'email' ? hospital.name : null,
    text: essential ? null : text,
    sealed: essential && goes ? seal(text) : null,
    status: goes ? 'QUEUED' : 'SKIPPED',
    reason: goes ? null : 'channel_off',
    send_after: ready.not_before ?? clock.instant(),
    not_after: ready.not_after ?? null,
    entity_type: ready.entity?.type ?? null,
    entity_id: ready.entity?.id ?? null,
  })
  return made.id
}
