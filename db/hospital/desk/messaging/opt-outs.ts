// Who wants no messages, as said at the desk (MSG 5.2, MSG-455).

import type { Caller } from '../../../core/caller.ts'
import { startOfDay, nextDay } from '../../../core/clock.ts'
import type { Static } from '../../../core/kinds/kinds.ts'
import * as desk from '../../../messaging/opt-outs/hospital.ts'
import type { Page, PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { record } from '../../office/audit/record.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { factsFor } from '../../office/hospitals/messaging.ts'
import { patientRecord } from '../patients/rows.ts'

import type { DeskOptOutInput } from './shapes.ts'

export interface Filters extends PageAsked {
  scope?: string | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const facts = async (caller: Caller) => factsFor(await hospitalOf(caller))
const by = (caller: Caller) => ({
  actor: `user:${caller.user_id ?? caller.name}`,
  name: caller.name,
})

export async function list(caller: Caller, asked: Filters): Promise<Page<desk.DeskOptOut>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to, ...rest } = asked
  const found = await desk.listForDesk(await facts(caller), {
    ...rest,
    ...(from === undefined ? {} : { since: startOfDay(timezone, from) }),
    ...(to === undefined ? {} : { before: startOfDay(timezone, nextDay(to)) }),
  })
  await recordRead(caller, 'messaging.opt_outs', { rows: found.rows.length })
  return found
}

export async function take(
  caller: Caller,
  input: Static<typeof DeskOptOutInput>,
): Promise<desk.DeskOptOut> {
  const patient_id = input.patient_id ?? null
  if ((patient_id === null) === ((input.phone ?? null) === null))
    throw invalid('phone', 'or patient_id is needed, and only one of them.')
  const phone = patient_id === null ? (input.phone ?? '') : await phoneOf(caller, patient_id)
  const { scope, note } = input
  const taken = await desk.takeAtDesk(by(caller), await facts(caller), { phone, scope, note })
  if (taken === null) {
    const said = `${phone.slice(0, 20)} is not a Tanzanian mobile number.`
    throw new Refusal(400, 'invalid', `phone: ${said}`, { field: 'phone' })
  }
  record(caller, 'messaging.opt_out', {
    entity_type: 'opt_out',
    entity_id: taken.id,
    patient_id,
    reason: note,
    changes: { scope: [null, taken.scope] },
  })
  return taken
}

async function phoneOf(caller: Caller, patient_id: string): Promise<string> {
  const { phone } = await patientRecord.get(caller, patient_id)
  if (phone === null) throw conflict('This patient has no mobile number.')
  return phone
}

export const find = async (caller: Caller, id: string) => desk.oneForDesk(await facts(caller), id)

export async function lift(
  caller: Caller,
  id: string,
  consent_note: string,
): Promise<desk.DeskOptOut> {
  const lifted = await desk.liftAtDesk(by(caller), await facts(caller), id, consent_note)
  record(caller, 'messaging.opt_out_lift', {
    entity_type: 'opt_out',
    entity_id: id,
    reason: consent_note,
  })
  return lifted
}
