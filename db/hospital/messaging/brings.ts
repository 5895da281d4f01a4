import { keptSenderFiles, repointPatient } from '../../messaging/messages/hospital.ts'
import type { Brings } from '../registry.ts'
import { notices } from './notices.ts'

export const brings: Brings = {
  area: 'messaging',
  notifications: notices,
  keepsFiles: keptSenderFiles,
  repointPatient: async (caller, { from, to, only }) => ({
    msg_bridge: await repointPatient(caller.hospital_id, { from, to, only: only?.['msg_bridge'] }),
  }),
}
