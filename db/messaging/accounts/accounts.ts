// Accounts: what owns keys, wallet, sender IDs, messages (MSG 2.2). Opening one whole, with its
// wallets and its test beginnings, is messages/opening.ts.

import { row } from '../../store/connection.ts'
import { newId } from '../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import type { Actor, Mode, Owner } from '../caller.ts'
import { kept } from '../../store/kept.ts'
import { setting } from '../settings/settings.ts'
import { note } from './audit.ts'
import { findBusiness } from './businesses.ts'
import { msg_accounts, msg_test_states } from './tables.ts'
import { nudge } from '../nudges.ts'

export type AccountRow = RowOf<(typeof msg_accounts)['columns']>

export interface AccountInput {
  name: string
  /** Null for an account outside any hospital. */
  hospital_id?: string | null
  business_id?: string | null | undefined
  billing?: AccountRow['billing'] | undefined
  price_list_id?: string | null | undefined
  weight?: number | undefined
  otp_allowed?: boolean | undefined
  currency?: string
  time_zone?: string | null
  max_queued?: number | null | undefined
}

export async function findAccount(id: string): Promise<AccountRow> {
  const found = await msg_accounts.findAnywhere({ id })
  if (found === undefined) throw noSuch('account')
  return found
}

/** For the hot paths: as it was within the last seconds. */
const accounts_kept = kept(findAccount)
export const accountNow = (id: string): Promise<AccountRow> => accounts_kept.get(id)

export const ownerIn = ({ id, hospital_id }: AccountRow, mode: Mode): Owner => ({
  account_id: id,
  hospital_id,
  mode,
})

export const accountOfHospital = (hospital_id: string): Promise<AccountRow | undefined> =>
  msg_accounts.find({ hospital_id }, { order: ['created_at', 'id'] })

/** By name or id, as people name one on the command line. */
export const accountCalled = async (typed: string): Promise<AccountRow | undefined> =>
  (await msg_accounts.findAnywhere({ name_key: keyOf(typed) })) ??
  (await msg_accounts.findAnywhere({ id: typed }))

export async function insertAccount(by: Actor, input: AccountInput): Promise<AccountRow> {
  const { business_id = null } = input
  if (business_id !== null) await findBusiness(business_id)
  await mustBeFree(input.name)
  const id = newId()
  const hospital_id = input.hospital_id ?? id
  const made = await msg_accounts.insert({
    id,
    hospital_id,
    name: input.name.trim(),
    name_key: keyOf(input.name),
    business_id,
    billing: input.billing,
    currency: input.currency ?? (await setting('currency')),
    price_list_id: input.price_list_id ?? null,
    weight: input.weight,
    otp_allowed: input.otp_allowed,
    time_zone: input.time_zone ?? null,
    max_queued: input.max_queued ?? null,
  })
  const opening_balance = await setting('test_opening_balance')
  await msg_test_states.insert({ account_id: id, hospital_id, opening_balance })
  await note(by, 'account.create', {
    owner: { account_id: id, hospital_id },
    entity: 'account',
    entity_id: id,
    label: made.name,
  })
  return made
}

export async function changeAccount(
  by: Actor,
  id: string,
  changes: Partial<
    Pick<
      AccountRow,
      | 'name'
      | 'billing'
      | 'price_list_id'
      | 'weight'
      | 'otp_allowed'
      | 'max_queued'
      | 'default_sender_id'
      | 'language'
      | 'quiet_hours'
      | 'notice_emails'
      | 'opt_out_texts'
    >
  >,
): Promise<AccountRow> {
  const found = await findAccount(id)
  const { name } = changes
  if (name !== undefined && keyOf(name) !== found.name_key) await mustBeFree(name)
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    await msg_accounts.changeAnywhere(
      { id },
      {
        ...Object.fromEntries(given),
        ...(name === undefined ? {} : { name: name.trim(), name_key: keyOf(name) }),
      },
    )
  }
  accounts_kept.forget(id)
  await note(by, 'account.change', {
    owner: { account_id: id, hospital_id: found.hospital_id },
    entity: 'account',
    entity_id: id,
    label: found.name,
    changes: Object.fromEntries(given),
  })
  return findAccount(id)
}

export async function linkAccount(
  by: Actor,
  id: string,
  business_id: string | null,
  reason: string | null = null,
): Promise<AccountRow> {
  const found = await findAccount(id)
  if (business_id !== null) {
    await findBusiness(business_id)
    if (found.business_id !== null) throw conflict('This account is linked already.')
  } else if (found.business_id === null) throw conflict('This account is not linked.')
  await msg_accounts.changeAnywhere({ id }, { business_id })
  accounts_kept.forget(id)
  await note(by, business_id === null ? 'account.unlink' : 'account.link', {
    owner: { account_id: id, hospital_id: found.hospital_id },
    entity: 'account',
    entity_id: id,
    label: found.name,
    reason,
  })
  return findAccount(id)
}

export async function pauseAccount(
  by: Actor,
  id: string,
  paused: boolean,
  reason: string | null = null,
): Promise<AccountRow> {
  const found = await findAccount(id)
  if (found.paused === paused)
    throw conflict(paused ? 'This account is paused.' : 'This account is not paused.')
  await msg_accounts.changeAnywhere({ id }, { paused, paused_reason: paused ? reason : null })
  accounts_kept.forget(id)
  nudge('links')
  await note(by, paused ? 'account.pause' : 'account.resume', {
    owner: { account_id: id, hospital_id: found.hospital_id },
    entity: 'account',
    entity_id: id,
    label: found.name,
    reason,
  })
  return findAccount(id)
}

/** Whether its business account is linked and active (MSG-101). */
export async function isProvisioned(id: string): Promise<boolean> {
  const found = await row(
    sql`select 1 as yes from msg_accounts a join msg_businesses b on b.id = a.business_id
        where a.id = ${id} and b.status = 'active'`,
  )
  return found !== undefined
}

const keyOf = (name: string): string => name.trim().toLowerCase()

async function mustBeFree(name: string): Promise<void> {
  const { length } = name.trim()
  if (length < 2 || length > 80) throw invalid('name', 'must be between 2 and 80 characters.')
  if ((await msg_accounts.findAnywhere({ name_key: keyOf(name) })) !== undefined)
    throw conflict(`There is an account called ${name.trim()} already.`)
}
