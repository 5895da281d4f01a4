// What befalls an account with its patient: consent withdrawn, death, a merge and its undo (3.7).

import type { Caller } from '../../../core/caller.ts'
import { run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import {
  accountById,
  accountOf,
  belongsTo,
  setState,
  type User,
} from '../../office/access/users/patient-accounts.ts'
import { markPortal } from '../patients/own.ts'
import type { OnDeath, Repoint } from '../../registry.ts'

const of_merge = 'Its record was merged into another'

/** POR-15: without the patient's consent nobody signs in; consent given again, staff restore it. */
export async function portalRefused(caller: Caller, patient_id: string): Promise<void> {
  await suspend(caller, patient_id, 'The patient no longer agrees to the portal')
}

export const onDeath: OnDeath = async (caller, patient_id) => {
  const account = await suspend(caller, patient_id, 'The patient has died')
  return account === null ? {} : { portal_accounts: [account.username.toUpperCase()] }
}

async function suspend(caller: Caller, patient_id: string, reason: string): Promise<User | null> {
  const account = await accountOf(caller, patient_id, true)
  if (account?.status !== 'ACTIVE' && account?.status !== 'INVITED') return null
  await setState(caller, account, 'SUSPENDED', reason)
  await markPortal(caller, patient_id, 'SUSPENDED')
  return account
}

/**
 * A merge suspends the duplicate's account, which follows to the kept record where that has none;
 * the undo takes it back, and opens it again unless somebody has decided otherwise since.
 */
export const repointAccount: Repoint = async (caller, { from, to, only }) => {
  if (only !== undefined) {
    for (const id of only['users'] ?? []) await giveBack(caller, id, from, to)
    return {}
  }
  const account = await accountOf(caller, from, true)
  if (account === undefined || account.status === 'CLOSED') return {}
  if (account.status === 'ACTIVE') await setState(caller, account, 'SUSPENDED', of_merge)
  const own = await accountOf(caller, to, true)
  if (own === undefined) {
    await point(caller, account, to)
    await markPortal(caller, to, 'SUSPENDED')
  }
  return { users: [account.id] }
}

async function giveBack(caller: Caller, id: string, from: string, to: string): Promise<void> {
  const account = await accountById(caller, id)
  if (account === undefined) return
  if (account.patient_id !== to) {
    await point(caller, account, to)
    await markPortal(caller, from, 'NONE')
  }
  const reopens = account.status === 'SUSPENDED' && account.suspend_reason === of_merge
  if (reopens) await setState(caller, { ...account, patient_id: to }, 'ACTIVE', null)
  const status = reopens ? 'ACTIVE' : account.status
  if (status !== 'CLOSED') await markPortal(caller, to, status)
}

async function point(caller: Caller, account: User, patient_id: string): Promise<void> {
  await belongsTo(account, patient_id)
  await run(
    sql`update portal_accounts set patient_id = ${patient_id}
      where hospital_id = ${caller.hospital_id} and user_id = ${account.id}`,
  )
}
