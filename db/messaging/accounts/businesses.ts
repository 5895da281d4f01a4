// Business accounts: the legal person that is provisioned (MSG 2.1, 3.1).

import { row } from '../../connection.ts'
import { type PageAsked, type Page, pageFrom } from '../../pages.ts'
import { conflict, invalid, noSuch } from '../../refusal.ts'
import { matching } from '../../search.ts'
import { sql, when, where } from '../../sql.ts'
import type { RowOf } from '../../table.ts'
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
  if (
    move === 'activate' &&
    found.registration_no === null &&
    found.kind !== 'individual' &&
    found.kind !== 'hospital'
  ) {
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
