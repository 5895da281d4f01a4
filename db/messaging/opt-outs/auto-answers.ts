// What is answered by itself to a word that asks for silence or for help (MSG-452): once per opt-out,
// from the number that was written to, free, and never more than once in five minutes to a number.

import { minutes } from '../../core/clock.ts'
import { row } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { type AccountRow, accountNow } from '../accounts/accounts.ts'
import { now } from '../accounts/clock.ts'
import type { Owner } from '../caller.ts'
import { markAnswered } from '../messages/arrivals.ts'
import { timesOf } from '../messages/plan.ts'
import { measure } from '../messages/segments.ts'
import { writeBatch } from '../messages/write.ts'
import { hasRoute, operatorsOf, routing } from '../routing/operators.ts'

export interface ToAnswer {
  /** Of the inbound message. */
  id: string
  from: string
  to: string
}

export type Asked = 'out' | 'help'

export const pause_ms = minutes(5)
/** Nobody can be answered from a name. */
const number_shape = /^[0-9]{3,15}$/

const texts = {
  out: {
    sw: 'Umeondolewa. Hutapokea tena ujumbe kutoka {name}. Jibu ANZA kurudi.',
    en: 'You are removed and will get no more messages from {name}. Reply START to return.',
  },
  help: {
    sw: 'Ujumbe wa {name}. Jibu ACHA kutopokea tena, ANZA kurudi.',
    en: 'Messages of {name}. Reply STOP to get no more, START to return.',
  },
} as const
const own_texts = {
  out: { sw: 'replySw', en: 'replyEn' },
  help: { sw: 'helpSw', en: 'helpEn' },
} as const

export async function answer(owner: Owner, heard: ToAnswer, asked: Asked): Promise<boolean> {
  if (!number_shape.test(heard.to)) return false
  const at_ms = await now(owner, owner.mode)
  if (await wasAnswered(owner, heard, new Date(at_ms - pause_ms).toISOString())) return false
  const operator = (await operatorsOf([heard.from])).get(heard.from) ?? 'other'
  if (owner.mode === 'live' && !hasRoute(await routing(), operator, 'transactional')) return false
  const account = await accountNow(owner.account_id)
  const at = new Date(at_ms).toISOString()
  const text = textOf(account, asked)
  const { encoding, segments } = measure(text)
  const times = await timesOf(account, {
    kind: 'transactional',
    at_ms,
    scheduled_ms: null,
    validity: undefined,
  })
  await writeBatch(owner, account, {
    sender_id: heard.to,
    text,
    sent_text: text,
    encoding,
    segments,
    kind: 'transactional',
    reference: '',
    callback_url: null,
    duplicates: 0,
    key_id: null,
    source: 'api',
    at,
    times,
    messages: [{ index: 0, phone: heard.from, operator, unit_price: 0, cost: 0, failure: null }],
  })
  await markAnswered(owner.hospital_id, heard.id, at)
  return true
}

export function textOf(account: AccountRow, asked: Asked): string {
  const own = account.opt_out_texts?.[own_texts[asked][account.language]]
  const text = typeof own === 'string' && own !== '' ? own : texts[asked][account.language]
  return text.replaceAll('{name}', account.name)
}

const wasAnswered = async (
  { account_id, mode }: Owner,
  { from, to }: ToAnswer,
  since: string,
): Promise<boolean> =>
  (await row(sql`select 1 as yes from msg_inbound
    where phone = ${from} and to_number = ${to} and account_id = ${account_id} and mode = ${mode}
      and answered_at > ${since} limit 1`)) !== undefined
