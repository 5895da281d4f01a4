// Opt-outs as the sending side asks of them (MSG-450).

import { rows } from '../../connection.ts'
import { oneOf, sql } from '../../sql.ts'
import type { Owner } from '../caller.ts'
import type { OptOutScope } from './words.ts'

/** Which of these numbers said no, and to how much: one statement, whatever the length. */
export async function optedOutAmong(
  { account_id, mode }: Owner,
  phones: readonly string[],
): Promise<Map<string, OptOutScope>> {
  const found = await rows<{ phone: string; scope: OptOutScope }>(
    sql`select phone, scope from msg_opt_outs
        where account_id = ${account_id} and mode = ${mode} and lifted_at is null
          and phone${oneOf(phones)}`,
  )
  return new Map(found.map(({ phone, scope }) => [phone, scope]))
}

/** `promotional` stops advertising alone; `all` transactional messages too; a code always goes. */
export const stops = (
  scope: OptOutScope | undefined,
  kind: 'otp' | 'transactional' | 'promotional',
): boolean => {
  if (scope === undefined || kind === 'otp') return false
  return scope === 'all' || kind === 'promotional'
}
