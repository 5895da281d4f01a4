// Who is forgotten, and what stands in the number's place (MSG-621).

import type { Owner } from '../caller.ts'

export interface Person {
  owner: Owner
  contact_id: string
  /** `255` and nine digits. */
  phone: string
  hash: string
}

/** The nine digits that every way of writing the number has in common. */
export const nationalOf = ({ phone }: Person): string => phone.slice(3)

/** However somebody typed it. */
export const isTheirs = (person: Person, typed: string): boolean =>
  typed.length <= 20 &&
  /^[+0-9 ().-]+$/.test(typed) &&
  typed.replace(/[^0-9]/g, '').endsWith(nationalOf(person))
