// A stored secret is never sent out (PLT-65). Every area's secrets come and go this way.

import { seal } from '../../../appliance/secrets/seal.ts'

/** Eight of U+2022: something is stored. */
export const shown_secret = '••••••••'

export const shownSecret = (stored: string | null): string | null =>
  stored === null ? null : shown_secret

/** What is stored after a body said this: absent or as shown keeps, empty removes, else the new. */
export function keptSecret(stored: string | null, said: string | null | undefined): string | null {
  if (said === undefined || said === shown_secret) return stored
  return said === null || said === '' ? null : seal(said)
}
