// First answers that are kept for a replay (MSG-184). The record stays, so that a repeated call still
// sends nothing; of the person it says no more than the messages themselves do.

import { rows, run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { isTheirs, nationalOf, type Person } from '../../contacts/forgotten.ts'

interface Kept {
  scope: string
  key: string
  body: string
}

export async function forgetAnswers(person: Person): Promise<void> {
  const { owner, contact_id } = person
  const scope = `${owner.account_id}:${owner.mode}`
  // A number that was not understood is quoted as it was typed, with its spaces.
  const found = await rows<Kept>(
    sql`select scope, key, body from idempotency_keys where scope = ${scope}
        and (replace(body, ' ', '') like ${`%${nationalOf(person)}%`} or body like ${`%${contact_id}%`})`,
  )
  for (const { key, body } of found) {
    const kept = JSON.stringify(without(person, JSON.parse(body)))
    await run(
      sql`update idempotency_keys set body = ${kept} where scope = ${scope} and key = ${key}`,
    )
  }
}

/** Members that say who somebody is, or what was written. */
const words = new Set([
  'firstName',
  'lastName',
  'attributes',
  'text',
  'template',
  'media',
  'message',
  'profileName',
])

function without(person: Person, value: unknown): unknown {
  if (typeof value === 'string') return isTheirs(person, value) ? person.hash : value
  if (Array.isArray(value)) return value.map((one) => without(person, one))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const is_theirs = members.some(
    ([, member]) =>
      member === person.contact_id || (typeof member === 'string' && isTheirs(person, member)),
  )
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      is_theirs && words.has(name) ? nothingOf(member) : without(person, member),
    ]),
  )
}

const nothingOf = (member: unknown): unknown =>
  typeof member === 'object' && member !== null ? {} : null
