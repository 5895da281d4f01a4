// Opt-outs as the sending side asks of them (MSG-450).

import { row, rows } from '../../store/connection.ts'
import { keyedHash } from '../../appliance/secrets/seal.ts'
import { oneOf, sql } from '../../store/sql.ts'
import type { Owner } from '../caller.ts'
import type { OptOutScope } from './words.ts'

/** What stands for a number whose person was forgotten (MSG-621); digits never begin with a letter. */
export const forgottenNumber = ({ account_id, mode }: Owner, phone: string): string =>
  `f${keyedHash(`${account_id} ${mode} ${phone}`).slice(0, 63)}`

/** Hashes cost time: they are made only where an account has forgotten anybody at all. */
const hasForgotten = async ({ account_id, mode }: Owner): Promise<boolean> =>
  (await row(sql`select 1 as yes from msg_opt_outs
    where account_id = ${account_id} and mode = ${mode} and lifted_at is null and phone >= 'a'
    limit 1`)) !== undefined

/** A number's rows may stand under the number or under its hash: by what is kept, the number. */
export async function kept(
  owner: Owner,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(phones.map((phone) => [phone, phone]))
  if (await hasForgotten(owner))
    for (const phone of phones) names.set(forgottenNumber(owner, phone), phone)
  return names
}

/** Which of these numbers said no, and to how much: two statements, whatever the length. */
export async function optedOutAmong(
  owner: Owner,
  phones: readonly string[],
): Promise<Map<string, OptOutScope>> {
  const names = await kept(owner, phones)
  const found = await rows<{ phone: string; scope: OptOutScope }>(
    sql`select phone, scope from msg_opt_outs
        where account_id = ${owner.account_id} and mode = ${owner.mode} and lifted_at is null
          and phone${oneOf([...names.keys()])}`,
  )
  return new Map(found.map(({ phone, scope }) => [names.get(phone) ?? phone, scope]))
}

/** `promotional` stops advertising alone; `all` transactional messages too; a code always goes. */
export const stops = (
  scope: OptOutScope | undefined,
  kind: 'otp' | 'transactional' | 'promotional',
): boolean => {
  if (scope === undefined || kind === 'otp') return false
  return scope === 'all' || kind === 'promotional'
}
