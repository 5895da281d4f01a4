// Codes sent to a person: to reset a password, to take up an invitation. Kept as keyed hashes.

import { clock } from '../../clock.ts'
import { run } from '../../connection.ts'
import { keyedHash } from '../../secrets/seal.ts'
import { oneOf, sql } from '../../sql.ts'
import type { code_purposes } from './words.ts'

export type Purpose = (typeof code_purposes)[number]

/** Live codes of these kinds stop working: another was sent, or the account was suspended. */
export const kill = (user_id: string, purposes: readonly Purpose[]): Promise<number> =>
  run(
    sql`update account_codes set ends_at = ${clock.instant()} where user_id = ${user_id} and purpose${oneOf(purposes)} and used_at is null and ends_at > ${clock.instant()}`,
  )

/** How a code is kept, whoever sends it. */
export const hashOf = (user_id: string, purpose: Purpose, code: string): string =>
  keyedHash(`${purpose} ${user_id} ${code}`)
