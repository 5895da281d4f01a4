// Codes that open an account (POR-3): shown once, kept as a keyed hash, dead after five wrong tries.

import { randomInt } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../core/clock.ts'
import { run } from '../../../store/connection.ts'
import { conflict, Refusal } from '../../../core/refusal.ts'
import { keyedHash } from '../../../appliance/secrets/seal.ts'
import { sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { invite } from '../../office/access/users/patient-accounts.ts'
import { record } from '../../office/audit/record.ts'
import { messagePatient } from '../patient-messages/message.ts'
import { markPortal } from '../patients/own.ts'
import { type Row as Patient, writable } from '../patients/rows.ts'
import { offerFrom } from './proxy-input.ts'
import { mustBeOn } from './settings.ts'
import type { CodeInput, IssuedCode } from './shapes.ts'
import { portal_codes } from './tables.ts'

/** Without 0 O 1 I L. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10
const lives_ms = hours(72)
const tries_max = 5

export type PortalCode = RowOf<(typeof portal_codes)['columns']>

export async function issue(
  caller: Caller,
  patient_id: string,
  input: CodeInput,
): Promise<IssuedCode> {
  await mustBeOn(caller)
  const patient = await writable(caller, patient_id)
  if (input.send_sms === true && patient.phone === null) {
    throw conflict('This patient has no mobile number.', 'no_phone')
  }
  const purpose = input.for ?? 'PATIENT'
  const proxy = purpose === 'PROXY' ? await offerFrom(caller, patient, input.proxy) : null
  const account = await invite(caller, patient)
  if (account.status === 'SUSPENDED') {
    throw conflict(`The account of ${patient.full_name} is SUSPENDED. Restore it first.`)
  }
  const { hospital_id } = caller
  // One live code at a time: the newest slip is the one that works.
  await run(
    sql`update portal_codes set expires_at = ${clock.instant()} where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and used_at is null and expires_at > ${clock.instant()}`,
  )
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  const expires_at = instantIn(lives_ms)
  const made = await portal_codes.insert({
    hospital_id,
    patient_id,
    purpose,
    proxy,
    code_hash: hashOf(hospital_id, code),
    checked_document: input.checked_document,
    expires_at,
    issued_by: caller.name,
  })
  if (patient.portal !== 'ACTIVE') await markPortal(caller, patient_id, 'INVITED')
  record(caller, 'portal_code.issue', {
    entity_type: 'portal_code',
    entity_id: made.id,
    entity_label: patient.number,
    patient_id,
    reason: `${purpose} ${input.checked_document}`,
  })
  if (input.send_sms === true) await sent(caller, patient, { id: made.id, code })
  return { code, expires_at }
}

/** To the number of the record. Its text says minutes; this code lives for days, so that is left out. */
async function sent(
  caller: Caller,
  { id: patient_id }: Patient,
  { id, code }: { id: string; code: string },
): Promise<void> {
  const { status } = await messagePatient(caller, {
    patient_id,
    template: 'PORTAL_CODE',
    data: { code },
    channel: 'SMS',
    entity: { type: 'portal_code', id },
  })
  if (status === 'QUEUED' || status === 'HELD') return
  throw conflict('Codes are not sent by SMS here: give the code without send_sms.', 'template_off')
}

export const hashOf = (hospital_id: string, typed: string): string =>
  keyedHash(`portal code ${hospital_id} ${typed.replace(/[\s-]/g, '').toUpperCase()}`)

export const doNotFit = (): Refusal =>
  new Refusal(401, 'no_fit', 'That code and birth date do not fit.')

/** Wrong, used and expired are one answer; a code that was tried too often says so. */
export async function codeTyped(
  hospital_id: string,
  typed: string,
  lock = false,
): Promise<PortalCode> {
  const code_hash = hashOf(hospital_id, typed)
  const found = await portal_codes.find({ hospital_id, code_hash }, { lock })
  if (found === undefined) throw doNotFit()
  if (found.tries >= tries_max) {
    throw new Refusal(429, 'too_many', 'Too many tries. Ask for a new code.', {
      retry_after_s: 60,
    })
  }
  if (found.used_at !== null || found.expires_at <= clock.instant()) throw doNotFit()
  return found
}

export const countWrong = ({ hospital_id, id }: PortalCode): Promise<number> =>
  run(
    sql`update portal_codes set tries = tries + 1 where hospital_id = ${hospital_id} and id = ${id}`,
  )

export const use = ({ hospital_id, id }: PortalCode): Promise<number> =>
  portal_codes.change({ hospital_id, id }, { used_at: clock.instant() })
