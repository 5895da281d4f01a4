// Who is meant by the name that was typed (PLT-16, PLT-17).

import { platform_id } from '../../../../core/caller.ts'
import { deployment } from '../../../../appliance/deployment/kind.ts'
import { readPhone } from '../../../../core/kinds/phone.ts'
import { invalid, unavailable } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import type { LoginRequest } from './shapes.ts'
import type { User } from '../callers.ts'
import { byCode, byId, type Hospital, only } from '../../hospitals/hospitals.ts'
import { keyOf, keyOfUser } from './lockouts.ts'
import { users } from '../tables.ts'

/** So many patients may share one telephone and still be told apart by their passwords. */
const sharing_max = 6
/** How numbers are read where there is no hospital that says. */
const usual_country = 'TZ'

/** Where a wrong guess is counted: at an account that the name fits, or at a name nobody has. */
export interface Counted {
  key: string
  user: User | undefined
}

export interface Named {
  /** Null for a workspace that does not exist. */
  hospital: Hospital | null
  /** Never empty; the staff account first. */
  counted: Counted[]
}

export type Asked = Omit<LoginRequest, 'password'>

export async function identify(asked: Asked): Promise<Named> {
  const names = namesIn(asked)
  const typed = names[0] ?? ''
  const hospital = await houseOf(asked)
  if (hospital === null) {
    const nowhere = `${platform_id} ${folded((asked.workspace ?? '').trim())}`
    return { hospital, counted: [nobodyAt(nowhere, typed, usual_country)] }
  }
  return { hospital, counted: await countedIn(hospital, names) }
}

/** The accounts of one hospital that these names mean, or the name that nobody has. */
export async function countedIn(hospital: Hospital, names: readonly string[]): Promise<Counted[]> {
  const accounts = await accountsMeant(hospital, names)
  const counted = accounts.map((user) => ({ key: keyOfUser(user), user }))
  return counted.length > 0 ? counted : [nobodyAt(hospital.id, names[0] ?? '', hospital.country)]
}

/** However a number is written it is one name, as it would be were it somebody's (PLT-19). */
function nobodyAt(house: string, typed: string, country: string): Counted {
  const number = typed.includes('@') ? null : readPhone(typed, country)
  return { key: keyOf(house, number ?? typed), user: undefined }
}

function namesIn({ identifier, username, email, phone }: Asked): string[] {
  const typed = [identifier, username, email, phone].flatMap((name) => name?.trim() || [])
  if (typed.length === 0) throw invalid('identifier', 'is required.')
  return [...new Map(typed.map((name) => [folded(name), name])).values()]
}

/** Several names are several ways to say one account; of two accounts none is guessed. */
async function accountsMeant(hospital: Hospital, names: readonly string[]): Promise<User[]> {
  const [first = [], ...others] = await Promise.all(
    names.map((name) => accountsNamed(hospital, name)),
  )
  const meant = first.filter(({ id }) => others.every((one) => one.some((user) => user.id === id)))
  if (others.length > 0 && meant.length === 0)
    throw invalid('identifier', 'and the other names do not mean one account: send one of them.')
  return meant
}

/** The hospital to look in; null when there is none by that name, which answers as a wrong password. */
export async function houseOf({
  workspace,
  platform = false,
}: {
  workspace?: string | null | undefined
  platform?: boolean | undefined
}): Promise<Hospital | null> {
  const hosted = deployment() === 'hosted'
  if (platform) return hosted ? byId(platform_id) : null
  if (!hosted) return theOnly()
  if (typeof workspace !== 'string' || workspace.trim() === '') {
    throw invalid('workspace', 'is required on this server.')
  }
  const found = await byCode(workspace)
  return found === undefined || found.id === platform_id ? null : found
}

async function theOnly(): Promise<Hospital> {
  const found = await only()
  if (found === undefined) throw unavailable('This server has no hospital yet.', 60)
  return found
}

async function accountsNamed(hospital: Hospital, typed: string): Promise<User[]> {
  const by_contact = await accountsAt(hospital, typed)
  const by_name = await users.all({ hospital_id: hospital.id, username: typed.toLowerCase() })
  const found = [...by_contact, ...by_name.filter(({ status }) => status !== 'CLOSED')]
  const staff = found.filter(({ kind }) => kind !== 'PATIENT').slice(0, 1)
  const patients = found.filter(({ kind }) => kind === 'PATIENT').slice(0, sharing_max)
  return [...staff, ...patients]
}

/** The accounts an address or number belongs to, staff first. */
export async function accountsAt(hospital: Hospital, typed: string): Promise<User[]> {
  const by_email = typed.includes('@')
  const contact = by_email ? typed.trim().toLowerCase() : readPhone(typed, hospital.country)
  if (contact === null) return []
  const at = by_email ? sql`email = ${contact}` : sql`phone = ${contact}`
  const here = sql`select ${users.selection()} from users where hospital_id = ${hospital.id} and ${at}`
  const staff = await users.read(
    sql`${here} and ${by_email ? sql`email` : sql`phone`} is not null and kind <> 'PATIENT' and status <> 'CLOSED' limit 1`,
  )
  const patients = await users.read(
    sql`${here} and kind = 'PATIENT' and status <> 'CLOSED' order by id limit ${sharing_max}`,
  )
  return [...staff, ...patients]
}
