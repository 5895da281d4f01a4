// What a patient answers to a text of the outbox (PTM-5): one about an appointment is read there,
// other words go to the patient's conversations; the rest stays in the list of messaging.

import { isId } from '../../../core/ids.ts'
import { appointmentAnswered } from '../../neighbours/appointments.ts'
import { wordsBySms } from '../../neighbours/portal.ts'
import type { OnReply } from '../../registry.ts'
import { outbox_messages } from './tables.ts'

/** What the hand-over calls a text at the hospital's account. */
export const referenceOf = (id: string): string => `${reference_start}${id}`
const reference_start = 'platform:outbox:'

export const onReply: OnReply = async (caller, { reference, text, opt_out }) => {
  const id = reference.slice(reference_start.length)
  if (opt_out || !reference.startsWith(reference_start) || !isId(id)) return false
  const sent = await outbox_messages.find({ hospital_id: caller.hospital_id, id })
  if (sent === undefined || sent.patient_id === null) return false
  const { entity_type, entity_id, patient_id } = sent
  if (entity_type !== 'appointment' || entity_id === null) return false
  const heard = await appointmentAnswered(caller, { appointment_id: entity_id, text })
  return heard === 'OTHER' ? wordsBySms(caller, { patient_id, text }) : heard === 'HEARD'
}
