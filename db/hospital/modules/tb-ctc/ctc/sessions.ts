// Sessions of adherence: what was found and what was agreed; three of them come before a viral load is repeated.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/places/hours.ts'
import { reckoned } from './enrolling.ts'
import { begunClient, type ClientRow, clientRecord } from './record.ts'
import type { CtcSessionInput } from './shapes.ts'
import { ctc_sessions } from './tables.ts'

export async function hold(
  caller: Caller,
  id: string,
  { on, findings, plan }: CtcSessionInput,
): Promise<ClientRow> {
  const { name } = await signerOf(caller)
  const before = await begunClient(caller, id, 'session')
  const day = await today(caller, before.facility_id)
  const held_on = on ?? day
  if (held_on > day) throw invalid('on', 'is in the future.')
  if (held_on < before.enrolled_on) {
    throw conflict(`This client was enrolled on ${before.enrolled_on}.`, 'on')
  }
  const { hospital_id } = caller
  const known = await ctc_sessions.all({ hospital_id, client_id: id })
  if (known.some((one) => one.held_on === held_on)) {
    throw conflict(`A session of ${held_on} is recorded already.`, 'session')
  }
  await ctc_sessions.insert({
    hospital_id,
    client_id: id,
    patient_id: before.patient_id,
    held_on,
    number: known.length + 1,
    findings,
    plan,
    by_name: name.slice(0, 160),
  })
  const { status } = before
  return reckoned(caller, await clientRecord.moved(caller, before, 'session', { status }))
}
