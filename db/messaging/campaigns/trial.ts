// A test send of a campaign (MSG-479): to a few numbers, as it would read for a chosen contact.

import { accountNow } from '../accounts/accounts.ts'
import type { MessagingCaller } from '../caller.ts'
import * as contacts from '../contacts/contacts.ts'
import { merged } from '../merge.ts'
import { type Accepted, accept } from '../messages/send.ts'
import { bodyFor, piecesOf } from '../templates/templates.ts'
import { link_token, linkBase } from './audience.ts'
import { bodiesOf } from './preview.ts'
import { rowOf } from './rows.ts'
import type { TestInput } from './shapes.ts'

const mark = '[TEST] '

export async function tryOut(
  caller: MessagingCaller,
  id: string,
  { recipients, contactId }: TestInput,
): Promise<Accepted> {
  const one = await rowOf(caller, id)
  const person = contactId === undefined ? null : await contacts.find(caller, contactId)
  const { language } = await accountNow(caller.account_id)
  const body = bodyFor(await bodiesOf(caller, one), person?.language, language)
  const base = await linkBase()
  const { text } = merged(piecesOf(body), {
    ...person?.attributes,
    ...(person === null
      ? {}
      : { firstName: person.firstName, lastName: person.lastName, phone: person.phone }),
    // A link of the true length that opts nobody out.
    ...(base === null ? {} : { optOutUrl: base + link_token }),
  })
  return accept(caller, {
    recipients,
    senderId: one.sender_id,
    message: mark + text,
    class: 'transactional',
    ...(one.reference === '' ? {} : { reference: one.reference }),
    ...(one.smart_encoding ? { smartEncoding: true } : {}),
  })
}
