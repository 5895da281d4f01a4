// What the owner of an account is told about it (PLT-102): by email, else by SMS, past every
// preference. Each warning is in the audit log as well.

import { system } from '../../caller.ts'
import { record } from '../audit/record.ts'
import type { Language } from '../hospitals/words.ts'
import { sendTo } from '../outbox/send.ts'
import type { User } from './callers.ts'

type Words = Record<Language, string>

/** `{}` is filled in. */
const warnings = {
  new_sign_in: {
    en: 'your account was used from a new address or browser ({})',
    sw: 'akaunti yako imetumika kutoka mahali au kifaa kipya ({})',
  },
  password_changed: { en: 'your password was changed', sw: 'nenosiri lako limebadilishwa' },
  contact_changed: {
    en: 'the address or number of your account was changed',
    sw: 'anwani au namba ya akaunti yako imebadilishwa',
  },
  two_factor_off: {
    en: 'two-factor sign-in was turned off',
    sw: 'uthibitisho wa hatua mbili umezimwa',
  },
  token_reused: {
    en: 'a session of yours was used twice and has been closed',
    sw: 'kipindi chako kimetumika mara mbili na kimefungwa',
  },
  locked: {
    en: 'your account is locked for 15 minutes after five wrong sign-ins',
    sw: 'akaunti yako imefungwa kwa dakika 15 baada ya kukosea mara tano',
  },
  recovery_code_used: {
    en: 'a recovery code was used, {} are left',
    sw: 'namba ya dharura imetumika, zimebaki {}',
  },
} as const satisfies Record<string, Words>
export type Warning = keyof typeof warnings

export interface Telling {
  /** What stands for `{}`. */
  about?: string | number
  /** Another address than the account's present one: the old one, after a change. */
  email?: string | null
  phone?: string | null
}

export async function warn(user: User, warning: Warning, telling: Telling = {}): Promise<void> {
  const { about = '', email = user.email, phone = user.phone } = telling
  const by = system(user.hospital_id)
  const entity = { type: 'user', id: user.id }
  record(by, `account.${warning}`, {
    entity_type: entity.type,
    entity_id: entity.id,
    entity_label: user.full_name,
  })
  await sendTo(by, {
    user_id: user.id,
    email,
    phone,
    language: user.language,
    event: 'account.warning',
    data: { what: warnings[warning][user.language].replace('{}', String(about)) },
    entity,
  })
}
