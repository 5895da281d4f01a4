// What people answer to the hospital's texts goes to the area that wrote (MSG-607). What no area
// takes stays in the list for people, and is confirmed once a day where the hospital has words for it.

import { system } from '../../../core/caller.ts'
import { days, instantIn } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import {
  answeredSince,
  type HeardReply,
  noteAnswered,
  noteReplyHandled,
  repliesToTell,
  takeReply,
} from '../../../messaging/messages/hospital-told.ts'
import { sendForHospital } from '../../../messaging/messages/hospital.ts'
import { byId } from '../../office/hospitals/hospitals.ts'
import { factsFor } from '../../office/hospitals/messaging.ts'
import { registry } from '../../registry.ts'
import { settings } from './messages.ts'

/** Answers how many were told; what could not be told is tried again at the next turn. */
export async function tellReplies(): Promise<{ told: number; failed: number }> {
  let told = 0
  let failed = 0
  for (const one of await repliesToTell()) {
    try {
      if (await within(() => tellReply(one), 'jobs')) told += 1
    } catch {
      // An area that cannot take one reply keeps nobody else's back.
      failed += 1
    }
  }
  return { told, failed }
}

async function tellReply(one: HeardReply): Promise<boolean> {
  if (!(await takeReply(one.inbound_id))) return false
  const { inbound_id, message_id, reference, from, text, opt_out, patient_id } = one
  const area = one.reply_to ?? ''
  const takes = registry.replies.get(area)
  const caller = system(one.hospital_id)
  const reply = { inbound_id, message_id, reference, from: `+${from}`, text, opt_out, patient_id }
  if (takes !== undefined && (await takes(caller, reply))) {
    await noteReplyHandled(inbound_id, area)
    return true
  }
  if (!one.opt_out) await confirm(one)
  return true
}

/** Once a day to a number, from the number that was written to. */
async function confirm(one: HeardReply): Promise<void> {
  const own = await settings(system(one.hospital_id))
  const text = own.language === 'sw' ? own.reply_confirm_sw : own.reply_confirm_en
  if (text === null || text === '') return
  if (await answeredSince(one, instantIn(-days(1)))) return
  const sent = await sendForHospital(factsFor(await byId(one.hospital_id)), {
    to: one.from,
    text,
    reference: `messaging:confirm:${one.inbound_id}`,
    patient_id: one.patient_id,
    sender_id: one.to,
  })
  if (!('refused' in sent)) await noteAnswered(one.inbound_id)
}
