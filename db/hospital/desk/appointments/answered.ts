// A patient's answer by SMS to a text about an appointment (PTM-5).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { record } from '../../office/audit/record.ts'
import { appointmentRecord, type Row } from './rows.ts'
import { appointments } from './tables.ts'

const yes = new Set(['1', 'NDIYO', 'YES'])
const no = new Set(['2', 'HAPANA', 'NO'])

interface Asked {
  appointment_id: string
  text: string
}

export async function appointmentAnswered(
  caller: Caller,
  { appointment_id, text }: Asked,
): Promise<'HEARD' | 'LATE' | 'OTHER'> {
  const word = wordOf(text)
  if (!yes.has(word) && !no.has(word)) return 'OTHER'
  const { hospital_id } = caller
  const row = await appointments.find({ hospital_id, id: appointment_id }, { lock: true })
  // An answer that comes too late is refused to nobody: people read it where it is listed.
  if (row === undefined || !isAhead(row)) return 'LATE'
  await (yes.has(word) ? comes(caller, row) : doesNotCome(caller, row))
  return 'HEARD'
}

/** `Ndiyo.` and ` YES! ` are yes too. */
const wordOf = (text: string): string =>
  text
    .trim()
    .replace(/[\s.,!]+$/u, '')
    .toUpperCase()

const isAhead = ({ status, scheduled_for }: Row): boolean =>
  (status === 'BOOKED' || status === 'CONFIRMED') && scheduled_for > clock.instant()

/** Who said no before and says yes now need not be called. */
async function comes(caller: Caller, row: Row): Promise<void> {
  const changes = { needs_rebooking: false }
  if (row.status === 'BOOKED') {
    const confirmed_at = clock.instant()
    await appointmentRecord.moved(caller, row, 'confirm', { ...changes, confirmed_at })
  } else if (row.needs_rebooking) await note(caller, row, changes)
}

/** It stays booked until the desk has spoken with the patient (`needs_rebooking=true`). */
const doesNotCome = (caller: Caller, row: Row): Promise<void> =>
  note(caller, row, { needs_rebooking: true })

async function note(
  caller: Caller,
  { id, number, patient_id, needs_rebooking }: Row,
  changes: { needs_rebooking: boolean },
): Promise<void> {
  if (needs_rebooking === changes.needs_rebooking) return
  await appointments.change({ hospital_id: caller.hospital_id, id }, changes)
  record(caller, 'appointment.answered', {
    entity_type: 'appointment',
    entity_id: id,
    entity_label: number,
    patient_id,
    changes: { needs_rebooking: [needs_rebooking, changes.needs_rebooking] },
  })
}
