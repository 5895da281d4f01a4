// A group made at once of people whom the hospital named (MSG-609). Contacts that are there already stay as
// the account knows them.

import { clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { insertBulk } from '../../store/bulk.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import { mustHaveRoom } from './contacts.ts'
import { add, create, idsOf } from './groups.ts'
import { searchTextOf } from './search-text.ts'
import { msg_contacts } from './tables.ts'
import { name_length } from './words.ts'

export interface Gathered {
  phone: string
  first_name: string
  language: 'sw' | 'en'
}

export async function gather(
  caller: MessagingCaller,
  name: string,
  people: readonly Gathered[],
): Promise<{ group_id: string; added: number }> {
  const group = await create(caller, { name })
  // One number, one contact: whose it is of several, the first one says.
  const by_phone = new Map(people.toReversed().map((one) => [one.phone, one]))
  const phones = [...by_phone.keys()]
  const known = await idsOf(caller, phones)
  const missing = [...by_phone.values()].filter(({ phone }) => !known.has(phone))
  await mustHaveRoom(caller, missing.length)
  await insertMissing(caller, missing)
  const { added } = await add(caller, group.id, { phones })
  return { group_id: group.id, added }
}

async function insertMissing(caller: MessagingCaller, people: readonly Gathered[]): Promise<void> {
  if (people.length === 0) return
  const at = clock.instant()
  await insertBulk(
    msg_contacts,
    { ...ownerOf(caller), source: 'hospital', created_at: at, updated_at: at },
    people.map(({ phone, first_name, language }) => {
      const first = first_name.slice(0, name_length)
      return {
        id: newId(),
        phone,
        first_name: first,
        language,
        search_text: searchTextOf({ first_name: first, last_name: null, phone }),
      }
    }),
  )
}
