// Business accounts: the legal person that is provisioned (MSG 2.1, 3.1).

import { row, rows } from '../../store/connection.ts'
import { type PageAsked, type Page, pageFrom } from '../../store/pages.ts'
import { conflict, invalid, noneCalled, noSuch } from '../../core/refusal.ts'
import { matching } from '../../store/search.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import type { Actor } from '../caller.ts'
import { note } from './audit.ts'
import { msg_businesses } from './tables.ts'
import { type BusinessState, business_life, type business_kinds } from './words.ts'
import { nudge } from '../nudges.ts'

export type Business = RowOf<(typeof msg_businesses)['columns']>

export interface BusinessInput {
  legal_name: string
  trading_name?: string | null | undefined
  registration_no?: string | null | undefined
  tin?: string | null | undefined
  address?: string | null | undefined
  kind: (typeof business_kinds)[number]
  contact_name: string
  contact_email: string
  contact_phone: string
  of_hospital?: string | null | undefined
}

export async function findBusiness(id: string): Promise<Business> {
  const found = await msg_businesses.find({ id })
  if (found === undefined) throw noSuch('business account')
  return found
}

/** By legal name or id, as people name one on the command line. */
export async function businessCalled(typed: string): Promise<Business> {
  const by_id = await msg_businesses.find({ id: typed })
  if (by_id !== undefined) return by_id
  const named = await msg_businesses.read(
    sql`select ${msg_businesses.selection()} from msg_businesses
        where lower(legal_name) = ${typed.trim().toLowerCase()} order by id limit 2`,
  )
  const [first] = named
  if (first === undefined) throw noneCalled('business account', typed)
  if (named.length > 1)
    throw conflict(`Several business accounts are called ${first.legal_name}; name one by its id.`)
  return first
}

/** With its accounts, and what a person may do with it now. */
export async function shownBusiness(found: Business) {
  const accounts = await rows<{ id: string; name: string; paused: unknown }>(
    sql`select id, name, paused from msg_accounts where business_id = ${found.id} order by name, id`,
  )
  return {
    id: found.id,
    legal_name: found.legal_name,
    trading_name: found.trading_name,
    kind: found.kind,
    status: found.status,
    status_reason: found.status_reason,
    registration_no: found.registration_no,
    tin: found.tin,
    address: found.address,
    contact_name: found.contact_name,
    contact_email: found.contact_email,
    contact_phone: found.contact_phone,
    hospital_id: found.of_hospital,
    accounts: accounts.map((one) => ({ ...one, paused: Boolean(one.paused) })),
    moves: Object.entries(business_life.moves)
      .filter(([, { from }]) => (from as readonly string[]).includes(found.status))
      .map(([verb]) => verb),
    created_at: found.created_at,
  }
}

export const businessOfHospital = (hospital_id: string): Promise<Business | undefined> =>
  msg_businesses.find({ of_hospital: hospital_id })

export const listBusinesses = (
  asked: PageAsked & {
    search?: string | undefined
    status?: BusinessState | undefined
    kind?: Business['kind'] | undefined
  },
): Promise<Page<Business>> =>
  pageFrom(msg_businesses, asked, {
    from: sql` from msg_businesses${where([
      matching('msg_businesses', asked.search),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
    ])}`,
    order: sql` order by legal_name, id`,
  })

export async function openBusiness(by: Actor, input: BusinessInput): Promise<Business> {
  const of_hospital = input.of_hospital ?? null
  if ((input.kind === 'hospital') !== (of_hospital !== null)) {
    throw invalid('kind', 'is hospital exactly when the business account belongs to one.')
  }
  if (of_hospital !== null && (await businessOfHospital(of_hospital)) !== undefined) {
    throw conflict('This hospital has a business account already.')
  }
  const made = await msg_businesses.insert({ ...input, of_hospital })
  await note(by, 'business.create', {
    entity: 'business',
    entity_id: made.id,
    label: made.legal_name,
    to: made.status,
  })
  return made
}

export async function changeBusiness(
  by: Actor,
  id: string,
  changes: Partial<Omit<BusinessInput, 'of_hospital' | 'kind'>>,
): Promise<Business> {
  await findBusiness(id)
  await msg_businesses.change({ id }, changes as Partial<Business>)
  await note(by, 'business.change', { entity: 'business', entity_id: id })
  return findBusiness(id)
}

export const needsRegistration = (kind: Business['kind']): boolean =>
  kind !== 'individual' && kind !== 'hospital'

/** The move itself; what follows from a close is the caller's (platform/closing.ts). */
export async function moveBusiness(
  by: Actor,
  id: string,
  move: keyof typeof business_life.moves,
  reason: string | null = null,
): Promise<Business> {
  const found = await msg_businesses.find({ id }, { lock: true })
  if (found === undefined) throw noSuch('business account')
  const to = business_life.move(move, found.status, found.legal_name)
  if (move === 'activate' && found.registration_no === null && needsRegistration(found.kind)) {
    throw invalid('registration_no', 'is needed before this business account is activated.')
  }
  const status_reason = move === 'suspend' || move === 'close' ? reason : null
  await msg_businesses.change({ id }, { status: to, status_reason })
  nudge('links')
  await note(by, `business.${move}`, {
    entity: 'business',
    entity_id: id,
    label: found.legal_name,
    from: found.status,
    to,
    reason,
  })
  return findBusiness(id)
}

export const accountsOf = async (business_id: string): Promise<number> => {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from msg_accounts where business_id = ${business_id}`,
  )
  return Number(found?.n ?? 0)
}
