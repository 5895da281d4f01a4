// Accounts of patients as staff look after them (5.11).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { type Page, paged, type PageAsked } from '../../../store/pages.ts'
import { noSuch } from '../../../core/refusal.ts'
import { patientTyped } from '../patients/privacy/lists.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import { accountById, setState, type User } from '../../office/access/users/patient-accounts.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { markPortal } from '../patients/own.ts'
import { writable } from '../patients/rows.ts'
import { patientRows } from '../patients/register/view.ts'
import type { PortalAccount } from './shapes.ts'
import { account_states } from './words.ts'

export const account_life = life('account', account_states, {
  activate: { from: ['INVITED'], to: 'ACTIVE', house: true },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED', permission: 'portal:manage' },
  restore: { from: ['SUSPENDED'], to: 'ACTIVE', permission: 'portal:manage' },
  close: {
    from: ['INVITED', 'ACTIVE', 'SUSPENDED'],
    to: 'CLOSED',
    permission: 'portal:manage',
  },
})

export interface Filter extends PageAsked {
  search?: string
  status?: (typeof account_states)[number]
}

type Found = Omit<PortalAccount, 'patient' | 'proxies'> & { patient_id: string }

export async function list(caller: Caller, asked: Filter): Promise<Page<PortalAccount>> {
  const words = asked.search?.trim() ?? ''
  const found = await page(caller, asked, [
    when(asked.status, sql`u.status = ${asked.status}`),
    words === '' ? undefined : patientTyped(caller, words),
  ])
  await recordRead(caller, 'portal_account.list', { rows: found.rows.length, query: { words } })
  return found
}

async function page(
  caller: Caller,
  asked: PageAsked,
  narrowed: Parameters<typeof where>[0],
): Promise<Page<PortalAccount>> {
  const { hospital_id } = caller
  const found = await paged<Found>(asked, {
    select: sql`u.id, u.patient_id, p.number as identifier, u.phone, u.status, a.activated_at,
      a.activated_by, u.last_sign_in_at as last_seen_at, u.language`,
    from: sql` from users u join patients p on p.id = u.patient_id
      left join portal_accounts a on a.user_id = u.id${where([
        sql`u.hospital_id = ${hospital_id}`,
        sql`u.kind = 'PATIENT'`,
        ...narrowed,
      ])}`,
    order: sql` order by p.name_key, u.id`,
  })
  const ids = found.rows.map(({ patient_id }) => patient_id)
  const patients = await patientRows(caller, ids)
  const counted = await rows<{ holder_id: string; n: number }>(
    sql`select holder_id, count(*) as n from portal_proxies where hospital_id = ${hospital_id}
      and status = 'ACTIVE' and holder_id${oneOf(ids)} group by holder_id`,
  )
  const proxies = new Map(counted.map(({ holder_id, n }) => [holder_id, Number(n)]))
  return {
    rows: found.rows.flatMap(({ patient_id, ...row }) => {
      const patient = patients.get(patient_id)
      return patient === undefined
        ? []
        : [{ ...row, patient, proxies: proxies.get(patient_id) ?? 0 }]
    }),
    meta: found.meta,
  }
}

export async function accountRow(caller: Caller, id: string): Promise<User> {
  const found = await accountById(caller, id)
  if (found === undefined) throw noSuch('account')
  return found
}

type Move = 'suspend' | 'restore' | 'close'
const shown_as = { suspend: 'SUSPENDED', restore: 'ACTIVE', close: 'NONE' } as const

export async function move(
  caller: Caller,
  id: string,
  step: Move,
  reason: string,
): Promise<PortalAccount> {
  const account = await accountRow(caller, id)
  const to = account_life.move(step, account.status, account.username.toUpperCase())
  if (step === 'restore') await writable(caller, account.patient_id ?? '')
  await setState(caller, account, to, reason)
  await markPortal(caller, account.patient_id ?? '', shown_as[step])
  const { rows: found } = await page(caller, { page: 1, per_page: 1 }, [sql`u.id = ${id}`])
  return found[0] as PortalAccount
}
