// Who of a client is sent a document: those who are named, else those who receive its kind.

import type { Caller } from '../../../../core/caller.ts'
import { invalid, noSuch } from '../../../../core/refusal.ts'
import type { Receiving } from '../words.ts'
import { type ContactRow, contactsOf } from './contacts.ts'

export async function receiversOf(
  caller: Caller,
  client_id: string,
  receiving: Receiving,
  contact_ids: readonly string[] | null | undefined,
): Promise<ContactRow[]> {
  const all = await contactsOf(caller, client_id)
  if (!contact_ids) return all.filter(({ receives }) => receives.includes(receiving))
  if (contact_ids.some((id) => !all.some((one) => one.id === id))) throw noSuch('contact')
  return all.filter(({ id }) => contact_ids.includes(id))
}

type Reached = ContactRow & { email: string }

const isReached = (one: ContactRow): one is Reached => one.email !== null

/** By e-mail: whoever is named must have an address, of the others those who have one are written to. */
export function reachedByMail(
  people: readonly ContactRow[],
  { are_named, field }: { are_named: boolean; field: string },
): Reached[] {
  const reached = people.filter(isReached)
  const silent = are_named ? people.find((one) => !isReached(one)) : undefined
  if (silent !== undefined) throw invalid('contact_ids', `${silent.full_name} has no email.`)
  if (reached.length === 0) throw invalid(field, 'EMAIL needs a contact with an email.')
  return reached
}
