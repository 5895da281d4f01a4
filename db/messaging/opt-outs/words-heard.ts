// What a word asks that somebody wrote to the account (MSG-451): out, in again, or help.

import type { Owner } from '../caller.ts'
import { wishOf } from '../opt-out-words.ts'
import { settings } from '../settings/settings.ts'
import { accountNow } from '../accounts/accounts.ts'
import { lift, takeOut } from './opt-outs.ts'

export interface Heard {
  id: string
  from: string
  to: string
  text: string
}

export async function hearWords(
  owner: Owner,
  { id, from, text }: Heard,
  source: 'sms' | 'whatsapp' = 'sms',
): Promise<{ opt_out: boolean }> {
  const { opt_out_words, opt_in_words, help_words } = await settings()
  const own = (await accountNow(owner.account_id)).opt_out_texts ?? {}
  const extra = (name: string): string[] =>
    Array.isArray(own[name])
      ? own[name].filter((word): word is string => typeof word === 'string')
      : []
  const wish = wishOf(text, {
    out: [...opt_out_words, ...extra('extraOptOutWords')],
    in: [...opt_in_words, ...extra('extraOptInWords')],
    help: help_words,
  })
  const by = { actor: `number:${source}` }
  if (wish?.asks === 'out') {
    await takeOut(by, owner, {
      phones: [from],
      scope: 'all',
      source,
      evidence: { message_id: id, text: text.slice(0, 200) },
    })
  } else if (wish?.asks === 'in') await lift(by, owner, from, { source, consent_note: null })
  return { opt_out: wish?.asks === 'out' }
}
