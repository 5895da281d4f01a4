// What the owner of an account is told about it (PLT-102): by email, else by SMS, past every
// preference; and among the account's own notices. Each warning is in the audit log as well.

import { system } from '../../../../core/caller.ts'
import { record } from '../../audit/record.ts'
import type { Language } from '../../hospitals/words.ts'
import { sendTo } from '../../outbox/send.ts'
import { tell } from '../../../neighbours/telling.ts'
import type { User } from '../callers.ts'

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

/** Over the same words in the person's notices. */
const titles = {
  new_sign_in: { en: 'Sign-in from a new place', sw: 'Kuingia kutoka mahali papya' },
  password_changed: { en: 'Password changed', sw: 'Nenosiri limebadilishwa' },
  contact_changed: { en: 'Email or number changed', sw: 'Barua pepe au namba imebadilishwa' },
  two_factor_off: { en: 'Two-factor sign-in is off', sw: 'Uthibitisho wa hatua mbili umezimwa' },
  token_reused: { en: 'Session closed for safety', sw: 'Kipindi kimefungwa kwa usalama' },
  locked: { en: 'Account locked', sw: 'Akaunti imefungwa' },
} as const satisfies Partial<Record<Warning, Words>>

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
  const what = warnings[warning][user.language].replace('{}', String(about))
  if (warning !== 'recovery_code_used') {
    await tell(by, {
      to: { user: user.id },
      kind: `account.${warning}`,
      title: titles[warning][user.language],
      body: `${what[0]?.toUpperCase()}${what.slice(1)}.`,
      entity,
      inside_only: true,
    })
  }
  await sendTo(by, {
    user_id: user.id,
    email,
    phone,
    language: user.language,
    event: 'account.warning',
    data: { what },
    entity,
  })
}
