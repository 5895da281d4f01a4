// Opening an account with a staff code (POR-3, POR-5). Nothing an answer says tells whether somebody
// is a patient here: one sentence for whatever does not fit.

import { type Caller, system } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import type { LoginReply } from '../../office/access/sign-in/shapes.ts'
import { houseOf } from '../../office/access/sign-in/identify.ts'
import { judgeAlone } from '../../office/access/sign-in/password-rules.ts'
import {
  accountOf,
  activate as setPassword,
  isTakenAt,
  issueTokens,
  judgePassword,
  type User,
} from '../../office/access/users/patient-accounts.ts'
import { hashPassword } from '../../office/access/sign-in/passwords.ts'
import type { Hospital } from '../../office/hospitals/hospitals.ts'
import { phone } from '../../office/hospitals/hospitals.ts'
import { decide } from '../patients/privacy/consents.ts'
import { markPortal } from '../patients/own.ts'
import { type Row as Patient, patientRecord, writable } from '../patients/rows.ts'
import { codeTyped, countWrong, doNotFit, type PortalCode, use } from './codes.ts'
import { openFromCode } from './proxies.ts'
import { mustBeOn } from './settings.ts'
import type { ActivateInput } from './shapes.ts'
import { portal_accounts } from './tables.ts'

export async function activate(caller: Caller, input: ActivateInput): Promise<LoginReply> {
  if (input.accept_terms !== true) throw invalid('accept_terms', 'must be true.')
  const hospital = await houseOf(input)
  if (hospital === null) throw doNotFit()
  const { terms_version } = await mustBeOn({ hospital_id: hospital.id })
  judgeOpenly(input.password)
  const by = actorOf(caller, hospital)
  const { code, patient } = await fitting(by, input)
  const account = await accountOf(by, patient.id)
  if (account === undefined || account.status === 'SUSPENDED') throw doNotFit()
  const number = input.phone ? await phone(by, 'phone', input.phone) : patient.phone
  await judgePassword(input.password, { ...account, phone: number }, hospital)
  if (await isTakenAt(by, number, input.password, account.id)) {
    throw conflict('Choose another password.', 'password_taken')
  }
  const hashed = await hashPassword(input.password)
  return within(async () => {
    const held = await codeTyped(hospital.id, input.code, true)
    if (held.id !== code.id) throw doNotFit()
    await use(held)
    const language = input.language ?? patient.language
    return opened(by, held, { hashed, phone: number, language, terms_version })
  })
}

/** What can be said of a password without knowing whose it will be. */
function judgeOpenly(password: string): void {
  try {
    judgeAlone(password)
  } catch (error) {
    const { message } = error as Error
    throw invalid('password', message.replace(/^new_password /, ''))
  }
}

/** The birth date is the second thing to know; a wrong one counts against the code. */
async function fitting(
  by: Caller,
  { code: typed, birth_date }: ActivateInput,
): Promise<{ code: PortalCode; patient: Patient }> {
  const code = await codeTyped(by.hospital_id, typed)
  const patient = await patientRecord.get(by, code.patient_id)
  if (patient.birth_date === birth_date) return { code, patient }
  await within(() => countWrong(code))
  throw doNotFit()
}

interface Chosen {
  hashed: string
  phone: string | null
  language: Patient['language']
  terms_version: string
}

async function opened(by: Caller, code: PortalCode, chosen: Chosen): Promise<LoginReply> {
  const patient = await writable(by, code.patient_id)
  const account = (await accountOf(by, patient.id, true)) as User
  const self = { ...by, kind: 'PATIENT' as const, user_id: account.id, patient_id: patient.id }
  const me: Caller = { ...self, name: account.full_name }
  const active = await setPassword(me, account, chosen)
  const { hospital_id } = by
  await portal_accounts.remove({ hospital_id, user_id: account.id })
  await portal_accounts.insert({
    user_id: account.id,
    hospital_id,
    patient_id: patient.id,
    activated_at: active.password_changed_at ?? '',
    activated_by: 'STAFF_CODE',
    terms_version: chosen.terms_version,
  })
  await markPortal(by, patient.id, 'ACTIVE')
  await decide(me, patient.id, {
    kind: 'PORTAL',
    decision: 'GIVEN',
    method: 'PORTAL',
    text_version: chosen.terms_version,
  })
  if (code.proxy !== null) await openFromCode(me, code.proxy, patient.id, code.issued_by)
  return (await issueTokens(by, active)).reply
}

/** Nobody yet, in this hospital. */
const actorOf = (caller: Caller, { id }: Hospital): Caller => ({
  ...system(id, caller.request_id),
  permissions: new Set(),
  name: 'Nobody',
  ip: caller.ip,
  user_agent: caller.user_agent,
})
