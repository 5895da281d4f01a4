import { keptSenderFiles, optedOut, repointPatient } from '../../../messaging/messages/hospital.ts'
import { keptFiles as keptMedia } from '../../../messaging/whatsapp/hospital.ts'
import { stopWriting } from '../../../messaging/messages/hospital-deaths.ts'
import { patientById } from '../patients/patients.ts'
import { system } from '../../../core/caller.ts'
import { optedOut as opted_out } from '../../neighbours/messaging.ts'
import { answer } from '../../../core/question.ts'
import type { Brings } from '../../registry.ts'
import { notices } from './notices.ts'

export const brings: Brings = {
  area: 'messaging',
  notifications: notices,
  keepsFiles: async (hashes) => [...(await keptSenderFiles(hashes)), ...(await keptMedia(hashes))],
  answers: [answer(opted_out, ({ hospital_id }, asked) => optedOut(hospital_id, asked))],
  onDeath: async (caller, patient_id) => ({
    messages: await stopWriting(caller.hospital_id, {
      patient_id,
      phone: (await patientById(system(caller.hospital_id), patient_id)).phone,
    }),
  }),
  repointPatient: async (caller, { from, to, only }) => ({
    msg_bridge: await repointPatient(caller.hospital_id, { from, to, only: only?.['msg_bridge'] }),
  }),
}
