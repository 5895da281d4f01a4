// A client leaves: to another clinic, by own wish, in death, or found without the virus (D.3).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { today } from '../../../office/places/hours.ts'
import { stopPrescription } from '../prescribing.ts'
import { begunClient, type ClientRow, clientRecord } from './record.ts'
import type { CtcCloseInput } from './shapes.ts'
import { ctc_clients } from './tables.ts'

const states = {
  TRANSFERRED_OUT: 'TRANSFERRED_OUT',
  OPTED_OUT: 'STOPPED',
  COMPLETED: 'COMPLETED',
} as const

export async function close(caller: Caller, id: string, input: CtcCloseInput): Promise<ClientRow> {
  await practisingSigner(caller)
  const before = await begunClient(caller, id, 'close')
  const day = await today(caller, before.facility_id)
  const closed_on = input.on ?? day
  if (closed_on > day) throw invalid('on', 'is in the future.')
  if (closed_on < before.enrolled_on) {
    throw conflict(`This client was enrolled on ${before.enrolled_on}.`, 'on')
  }
  const { outcome } = input
  if (outcome === 'DIED') {
    throw conflict('Died follows the death that is recorded: record it on the patient.', 'death')
  }
  judge(before, input)
  await stopPrescription(caller, before.art?.prescription_id, 'OTHER')
  const status = states[outcome]
  const note = [input.facility, input.reason].filter(Boolean).join('. ').slice(0, 500)
  return clientRecord.moved(caller, before, 'close', {
    status,
    closed_on,
    closed_note: note || null,
    ...ended,
  })
}

/** Whoever is not here is not late and owes no test. */
const ended = { next_visit_on: null, vl_state: 'NOT_ELIGIBLE', vl_due_on: null } as const

function judge({ entry }: ClientRow, { outcome, facility, reason }: CtcCloseInput): void {
  if (outcome === 'TRANSFERRED_OUT' && !facility) {
    throw invalid('facility', 'is required for TRANSFERRED_OUT.')
  }
  if (outcome === 'OPTED_OUT' && !reason) throw invalid('reason', 'is required for OPTED_OUT.')
  if (outcome === 'COMPLETED' && entry !== 'EXPOSED_INFANT') {
    throw conflict('Completed is for an exposed infant found negative.', 'completed')
  }
}

/** PAT-24. How many: their numbers are of HIV care. */
export async function closeClientAtDeath(
  caller: Caller,
  patient_id: string,
  died_on: string,
): Promise<number> {
  const { hospital_id } = caller
  const open = await ctc_clients.all(
    { hospital_id, patient_id, status: ['ACTIVE', 'INTERRUPTED'] },
    { order: ['id'] },
  )
  for (const { id } of open) {
    const before = await clientRecord.locked(caller, id)
    const changes = { status: 'DIED', closed_on: died_on, ...ended } as const
    await clientRecord.moved(caller, before, 'close', changes)
  }
  return open.length
}
