// A new address or number of one's own, in two steps: a code goes there, and comes back (PLT-32).

import type { Caller } from '../../../../core/caller.ts'
import { within } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import {
  conflict,
  invalid,
  isRefusal,
  type Refusal,
  unavailable,
} from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { record } from '../../audit/record.ts'
import { phone as readPhone } from '../../hospitals/hospitals.ts'
import { sendTo } from '../../outbox/send.ts'
import { holdAccount } from '../sign-in/attempts.ts'
import type { CodeSent, ContactChange, MeReply } from '../sign-in/shapes.ts'
import { forgetUser, signedInBy, type User } from '../callers.ts'
import * as codes from '../sign-in/codes.ts'
import * as me from './me.ts'
import { codeDead, passwordProved } from './own-password.ts'
import { users } from '../tables.ts'
import { warn } from '../users/warnings.ts'

export async function ask(caller: Caller, asked: ContactChange): Promise<CodeSent> {
  const { field, contact } = await contactIn(caller, asked)
  const { user } = await signedInBy(caller)
  await passwordProved(caller, user, 'password', asked.password)
  await free(user, field, contact)
  return within(async () => {
    const issued = await codes.issue(user, 'CONTACT', contact)
    if (issued === null) throw conflict('Too many codes were asked for. Try again in an hour.')
    const sent = await sendTo(caller, {
      user_id: user.id,
      [field]: contact,
      language: user.language,
      event: 'account.code',
      data: { code: issued.code, minutes: 10 },
      entity: { type: 'user', id: user.id },
      not_after: issued.ends_at,
    })
    if (sent === null) throw unavailable('The code could not be sent. Ask your administrator.')
    noted(caller, user, 'auth.contact-ask')
    return { sent_to: sent.sent_to, expires_at: issued.ends_at }
  })
}

export async function confirm(caller: Caller, typed: string): Promise<MeReply> {
  const outcome = await within(async (): Promise<Refusal | null> => {
    const user = await holdAccount((await signedInBy(caller)).user)
    if (user === undefined) return codeDead()
    const code = await codes.match([user], ['CONTACT'], typed)
    if (code === undefined || code.contact === null || !(await codes.use(code))) return codeDead()
    await store(caller, user, code.contact)
    return null
  })
  if (isRefusal(outcome)) throw outcome
  return me.find(caller)
}

async function store(caller: Caller, user: User, contact: string): Promise<void> {
  const field = contact.includes('@') ? 'email' : 'phone'
  const { hospital_id, id } = user
  await free(user, field, contact)
  await users.change({ hospital_id, id }, { [field]: contact }).catch((error: unknown) => {
    if (isTaken(error, field)) throw conflict(`${titles[field]} ${contact} is taken.`)
    throw error
  })
  forgetUser(id)
  noted(caller, user, 'auth.contact-change')
  // The old one is told; who had none hears it at the other.
  const old = user[field]
  if (field === 'email') await warn(user, 'contact_changed', { email: old })
  else await warn(user, 'contact_changed', old === null ? {} : { phone: old, email: null })
}

type Field = 'email' | 'phone'
const titles: Record<Field, string> = { email: 'Email', phone: 'Phone' }

async function contactIn(
  caller: Caller,
  { email, phone }: ContactChange,
): Promise<{ field: Field; contact: string }> {
  const has_email = typeof email === 'string' && email !== ''
  const has_phone = typeof phone === 'string' && phone !== ''
  if (has_email && has_phone) throw invalid('phone', 'must be left out when email is given.')
  if (has_email) return { field: 'email', contact: email.toLowerCase() }
  if (has_phone) return { field: 'phone', contact: await readPhone(caller, 'phone', phone) }
  throw invalid('email', 'or phone is required.')
}

/** Staff do not share an address or number; patients of one family may. */
async function free({ hospital_id, id, kind }: User, field: Field, contact: string): Promise<void> {
  if (kind === 'PATIENT') return
  const at = field === 'email' ? sql`email = ${contact}` : sql`phone = ${contact}`
  const [other] = await users.read(
    sql`select ${users.selection()} from users where hospital_id = ${hospital_id} and ${at} and kind <> 'PATIENT' and status <> 'CLOSED' and id <> ${id} limit 1`,
  )
  if (other !== undefined) {
    throw conflict(`${titles[field]} ${contact} belongs to ${other.full_name}.`)
  }
}

const noted = (caller: Caller, user: User, action: string): void =>
  record(caller, action, {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
  })
