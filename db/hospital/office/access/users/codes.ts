// Ways in for somebody who has none: an invitation, a code to choose a new password, or a temporary
// password that is shown once (PLT-51, PLT-52).

import { randomInt } from 'node:crypto'
import type { Caller } from '../../../../core/caller.ts'
import { hours, instantIn, minutes } from '../../../../core/clock.ts'
import { sendTo } from '../../outbox/send.ts'
import type { User } from '../callers.ts'
import { hashOf, kill } from '../sign-in/codes.ts'
import { hashPassword, temporaryPassword } from '../sign-in/passwords.ts'
import { account_codes, users } from '../tables.ts'
import type { Invitation } from './shapes.ts'
import { code_purposes } from '../words.ts'

const invitation_hours = 72
const reset_minutes = 10

export interface Temporary {
  password: string
  hashed: string
}

/** Made before the transaction: hashing is slow on purpose. */
export async function makeTemporary(): Promise<Temporary> {
  const password = temporaryPassword()
  return { password, hashed: await hashPassword(password) }
}

/** Good for 72 h, and only to choose another; answers what is shown this once. */
export async function giveTemporary(user: User, { password, hashed }: Temporary): Promise<string> {
  await killCodes(user)
  await users.change(
    { hospital_id: user.hospital_id, id: user.id },
    {
      password: hashed,
      must_change_password: true,
      temporary_until: instantIn(hours(invitation_hours)),
    },
  )
  return password
}

/** Null when nothing can be sent. A temporary password given before dies with a new invitation. */
export async function sendInvitation(caller: Caller, user: User): Promise<Invitation | null> {
  const expires_at = instantIn(hours(invitation_hours))
  const sent = await sendCode(caller, user, {
    purpose: 'INVITATION',
    digits: 8,
    expires_at,
    event: 'account.invitation',
    data: { username: user.username, hours: invitation_hours },
  })
  if (sent === null) return null
  await users.change(
    { hospital_id: user.hospital_id, id: user.id },
    { password: null, must_change_password: false, temporary_until: null },
  )
  return { ...sent, expires_at }
}

export async function sendResetCode(caller: Caller, user: User): Promise<Invitation | null> {
  const expires_at = instantIn(minutes(reset_minutes))
  const sent = await sendCode(caller, user, {
    purpose: 'RESET',
    digits: 6,
    expires_at,
    event: 'account.code',
    data: { minutes: reset_minutes },
  })
  return sent === null ? null : { ...sent, expires_at }
}

/** What was sent before no longer opens anything. */
export const killCodes = ({ id }: Pick<User, 'id'>): Promise<number> => kill(id, code_purposes)

interface Sending {
  purpose: 'RESET' | 'INVITATION'
  digits: number
  expires_at: string
  event: string
  data: Record<string, string | number>
}

async function sendCode(caller: Caller, user: User, sending: Sending) {
  if (user.email === null && user.phone === null) return null
  const code = String(randomInt(10 ** sending.digits)).padStart(sending.digits, '0')
  const sent = await sendTo(caller, {
    user_id: user.id,
    email: user.email,
    phone: user.phone,
    language: user.language,
    event: sending.event,
    data: { ...sending.data, code },
    entity: { type: 'user', id: user.id },
    not_after: sending.expires_at,
  })
  if (sent === null) return null
  await killCodes(user)
  await account_codes.insert({
    hospital_id: user.hospital_id,
    user_id: user.id,
    purpose: sending.purpose,
    code_hash: hashOf(user.id, sending.purpose, code),
    contact: sent.sent_to,
    ends_at: sending.expires_at,
  })
  return sent
}
