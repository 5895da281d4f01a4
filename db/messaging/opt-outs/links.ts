// Links by which a person says no (MSG-453): 22 characters, of which the second half is a signature.
// Looking at a link changes nothing; a forged, altered or expired one leads nowhere.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { insertBulk } from '../../store/bulk.ts'
import { clock, days, instantIn } from '../../core/clock.ts'
import { run } from '../../store/connection.ts'
import { keyedHash } from '../../appliance/secrets/seal.ts'
import { sql } from '../../store/sql.ts'
import { accountNow } from '../accounts/accounts.ts'
import type { Mode, Owner } from '../caller.ts'
import type { OptOutScope } from '../contacts/words.ts'
import { maskedNumber } from '../routing/numbers.ts'
import { setting } from '../settings/settings.ts'
import { takeOut } from './opt-outs.ts'
import { msg_opt_out_links } from './tables.ts'

const half_bytes = 8

const signatureOf = (code: string): string =>
  Buffer.from(keyedHash(`opt-out link ${code}`), 'hex')
    .subarray(0, half_bytes)
    .toString('base64url')

/** One for each number, in one statement, in their order. */
export async function makeLinks(
  owner: Owner,
  phones: readonly string[],
  about: { sender_id: string; campaign_id: string | null },
): Promise<string[]> {
  const codes = phones.map(() => randomBytes(half_bytes).toString('base64url'))
  await insertBulk(
    msg_opt_out_links,
    {
      hospital_id: owner.hospital_id,
      account_id: owner.account_id,
      mode: owner.mode,
      ...about,
      expires_at: instantIn(days(await setting('opt_out_link_days'))),
    },
    phones.map((phone, at) => ({ phone, code: codes[at] as string })),
  )
  return codes.map((code) => code + signatureOf(code))
}

export interface Link {
  owner: Owner
  phone: string
  masked: string
  /** Who writes to the person. */
  name: string
  sender_id: string
  campaign_id: string | null
}

export async function readLink(token: string): Promise<Link | null> {
  if (!/^[A-Za-z0-9_-]{22}$/.test(token)) return null
  const code = token.slice(0, 11)
  const given = Buffer.from(token.slice(11))
  const expected = Buffer.from(signatureOf(code))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const found = await msg_opt_out_links.findAnywhere({ code })
  if (found === undefined || found.expires_at <= clock.instant()) return null
  const { account_id, hospital_id, phone, sender_id, campaign_id } = found
  return {
    owner: { account_id, hospital_id, mode: found.mode as Mode },
    phone,
    masked: maskedNumber(phone),
    name: (await accountNow(account_id)).name,
    sender_id,
    campaign_id,
  }
}

/** Null for a link that leads nowhere. */
export async function followLink(
  token: string,
  scope: OptOutScope,
  from: { address: string | null },
): Promise<Link | null> {
  const link = await readLink(token)
  if (link === null) return null
  await takeOut({ actor: 'link', address: from.address }, link.owner, {
    phones: [link.phone],
    scope,
    source: 'link',
    evidence: { address: from.address, campaign_id: link.campaign_id, sender_id: link.sender_id },
  })
  return link
}

export const eraseExpiredLinks = (): Promise<number> =>
  run(
    sql`delete from msg_opt_out_links where code in
        (select code from msg_opt_out_links where expires_at <= ${clock.instant()} limit 5000)`,
  )
