// Records that are no longer used, and used again (3.1).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { appointmentAhead } from '../../neighbours/appointments.ts'
import { admissionOf } from '../../neighbours/care.ts'
import { openVisitsOf } from '../../neighbours/visits.ts'
import { view } from './patients.ts'
import { mustBeSomebody, patientRecord } from './rows.ts'
import type { Patient } from './shapes.ts'

export async function move(
  caller: Caller,
  id: string,
  move: 'deactivate' | 'reactivate',
  reason: string,
): Promise<Patient> {
  const before = await patientRecord.locked(caller, id)
  mustBeSomebody(before)
  fresh(caller, before)
  patientRecord.check(before, move)
  if (move === 'deactivate') await mayRest(caller, id)
  return view(caller, await patientRecord.moved(caller, before, move, {}, reason))
}

async function mayRest(caller: Caller, id: string): Promise<void> {
  const visit = (await openVisitsOf(caller, [id])).get(id)
  if (visit !== undefined) throw conflict(`Visit ${visit.number} is open: close it first.`)
  const admission = await admissionOf(caller, id)
  if (admission !== null) throw conflict(`The patient is admitted in ${admission.ward}.`)
  const ahead = await appointmentAhead(caller, id)
  if (ahead !== null)
    throw conflict(`Appointment ${ahead.number} is still to come: cancel it first.`)
}
