// What is answered by itself to a word written over WhatsApp (MSG-451, MSG-452): as over SMS, once
// per opt-out and never more than once in five minutes to a person; free-form, so inside the window.

import { newId } from '../../core/ids.ts'
import { accountNow } from '../accounts/accounts.ts'
import { now } from '../accounts/clock.ts'
import { ownerCaller, ownerOf } from '../caller.ts'
import { type Asked, pause_ms, type ToAnswer, textOf } from '../opt-outs/auto-answers.ts'
import type { Channel } from '../opt-outs/words-heard.ts'
import type { NumberRow } from './numbers.ts'
import { write } from './send.ts'
import { msg_whatsapp_windows } from './tables.ts'

export const byWhatsapp = (number: NumberRow): Channel => ({
  source: 'whatsapp',
  answer: (_owner, heard, asked) => answerFrom(number, heard, asked),
})

async function answerFrom(number: NumberRow, heard: ToAnswer, asked: Asked): Promise<boolean> {
  if (number.status === 'disabled') return false
  const owner = ownerOf(number)
  const at_ms = await now(owner, owner.mode)
  if (!(await mayAnswer(number, heard.from, at_ms))) return false
  const account = await accountNow(number.account_id)
  await write(ownerCaller(owner), account, {
    id: newId(),
    number,
    phone: heard.from,
    input: { type: 'text' },
    content: { text: { body: textOf(account, asked) } },
    category: 'answer',
    cost: 0,
    suppressed: false,
    reply_to: heard.id,
  })
  return true
}

/** Notes it, when it may. */
async function mayAnswer(number: NumberRow, phone: string, at_ms: number): Promise<boolean> {
  const mine = { hospital_id: number.hospital_id, number_id: number.id, phone }
  const window = await msg_whatsapp_windows.find(mine, { lock: true })
  if (window === undefined || Date.parse(window.expires_at) <= at_ms) return false
  if (window.answered_at !== null && Date.parse(window.answered_at) > at_ms - pause_ms) return false
  await msg_whatsapp_windows.change(mine, { answered_at: new Date(at_ms).toISOString() })
  return true
}
