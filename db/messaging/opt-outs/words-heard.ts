// What a word asks that somebody wrote to the account (MSG-451): out, in again, or help.

import type { Owner } from '../caller.ts'
import { bareWord, type Wish, wishOf } from '../opt-out-words.ts'
import { ownersOfNumber } from '../messages/arrivals.ts'
import { settings } from '../settings/settings.ts'
import { accountNow } from '../accounts/accounts.ts'
import { type Asked, answer, type ToAnswer } from './auto-answers.ts'
import { lift, takeOut } from './opt-outs.ts'

export interface Heard {
  id: string
  from: string
  to: string
  text: string
}

/** Where the words came from, and how what is said to them goes back there. */
export interface Channel {
  source: 'sms' | 'whatsapp'
  answer: (owner: Owner, heard: ToAnswer, asked: Asked) => Promise<boolean>
}

const by_sms: Channel = { source: 'sms', answer }

export async function hearWords(
  owner: Owner,
  { id, from, to, text }: Heard,
  channel: Channel = by_sms,
): Promise<{ opt_out: boolean }> {
  const { source } = channel
  const { opt_out_words, opt_in_words, help_words } = await settings()
  const own = (await accountNow(owner.account_id)).opt_out_texts ?? {}
  const extra = (name: string): string[] =>
    Array.isArray(own[name])
      ? own[name].filter((word): word is string => typeof word === 'string')
      : []
  const said = wishOf(text, {
    out: [...opt_out_words, ...extra('extraOptOutWords')],
    in: [...opt_in_words, ...extra('extraOptInWords')],
    help: help_words,
  })
  const wish = await ownWish(owner, to, said)
  const by = { actor: `number:${source}` }
  if (wish?.asks === 'out') {
    const { created, widened } = await takeOut(by, owner, {
      phones: [from],
      scope: 'all',
      source,
      evidence: { message_id: id, text: text.slice(0, 200) },
    })
    if (created + widened > 0) await channel.answer(owner, { id, from, to }, 'out')
  } else if (wish?.asks === 'help') {
    await channel.answer(owner, { id, from, to }, 'help')
  } else if (wish?.asks === 'in') await lift(by, owner, from, { source, consent_note: null })
  return { opt_out: wish?.asks === 'out' }
}

/** A second word is the account's own keyword on that number, or the text is a letter like any. */
async function ownWish(
  { account_id, mode }: Owner,
  to: string,
  asked: Wish | null,
): Promise<Wish | null> {
  if (asked === null || asked.keyword === null) return asked
  const owners = await ownersOfNumber(to.slice(0, 15), mode)
  const named = owners.some(
    (one) => one.account_id === account_id && bareWord(one.keyword) === asked.keyword,
  )
  return named ? asked : null
}
