// A hospital from nothing: the tenant, its main branch, its roles, its first administrator.
// What areas seed besides is called here, in the order of the areas.

import { type Caller, platform_id } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { within } from '../../connection.ts'
import { newId } from '../../ids.ts'
import { countryOf } from '../../reference/countries.ts'
import { conflict, invalid } from '../../refusal.ts'
import { folded } from '../../table.ts'
import { default_roles } from '../access/default-roles.ts'
import { hashPassword, temporaryPassword } from '../access/passwords.ts'
import { roles, user_facilities, user_roles, users } from '../access/tables.ts'
import { record } from '../audit/record.ts'
import { byCode, type Hospital, only } from '../hospitals/hospitals.ts'
import { hospitals } from '../hospitals/tables.ts'
import type { Module } from '../modules.ts'
import { modulesOfKind } from '../places/kinds.ts'
import { shipSwitches } from '../places/modules.ts'
import { facilities } from '../places/tables.ts'
import type { facility_kinds } from '../places/words.ts'

export interface Provision {
  code: string
  name: string
  short_name?: string | undefined
  country: string
  currency?: string | undefined
  timezone?: string | undefined
  contact?: { name: string; email: string | null; phone: string | null } | undefined
  facility: { code: string; name: string; kind?: (typeof facility_kinds)[number] | undefined }
  /** Absent: the modules a branch of this kind starts with (PLT-58). */
  modules?: readonly Module[] | undefined
  administrator: {
    username: string
    full_name: string
    email?: string | undefined
    phone?: string | undefined
  }
  /** Given by the operator: it lasts. Absent: a temporary one is made up. */
  password?: string | undefined
  evaluation_ends_on?: string | undefined
}

export interface Provisioned {
  hospital: Hospital
  facility_id: string
  user_id: string
  username: string
  password: string
  /** The password must be changed at the first sign-in. */
  temporary: boolean
}

/** The first hospital of a deployment; a second run on a single one is refused. */
export async function provision(
  caller: (hospital_id: string) => Caller,
  asked: Provision,
  deployment: 'single' | 'hosted' = 'single',
): Promise<Provisioned> {
  const password = asked.password ?? temporaryPassword()
  const hashed = await hashPassword(password)
  return within(async () => {
    if (deployment === 'single' && (await only()) !== undefined) {
      throw conflict('There is a hospital on this server already.', 'exists')
    }
    return openHospital(caller, asked, { password, hashed })
  })
}

/** Within a transaction: what both the command line and the operator of a hosted service do. */
export async function openHospital(
  caller: (hospital_id: string) => Caller,
  asked: Provision,
  secret: { password: string; hashed: string },
): Promise<Provisioned> {
  const country = countryOf(asked.country)
  if (country === undefined) throw invalid('country', 'is not a country code like TZ.')
  const code = asked.code.trim().toLowerCase()
  if (!/^[a-z0-9-]{3,20}$/.test(code)) throw invalid('code', 'must be 3 to 20 of a–z, 0–9 and -.')
  if ((await byCode(code)) !== undefined) throw conflict(`The code ${code} is taken.`)
  await operatorExists()
  const hospital = await hospitals.insert({
    id: newId(),
    code,
    name: asked.name,
    short_name: asked.short_name ?? null,
    status: 'ACTIVE',
    contact: asked.contact ?? null,
    country: country.code,
    currency: asked.currency ?? country.currency,
    timezone: asked.timezone ?? country.time_zone,
    language: ['TZ', 'KE', 'CD'].includes(country.code) ? 'sw' : 'en',
    accent: 'teal',
    date_format: 'dd/mm/yyyy',
    document_theme: 'plain',
    invoice_due_days: 30,
    evaluation_ends_on: asked.evaluation_ends_on ?? null,
  })
  const by = caller(hospital.id)
  const facility_id = await openMain(hospital.id, asked)
  await shipRoles(hospital.id)
  const user_id = await firstAdministrator(hospital, facility_id, asked, secret.hashed)
  record(by, 'hospital.create', {
    entity_type: 'hospital',
    entity_id: hospital.id,
    entity_label: hospital.name,
  })
  return {
    hospital,
    facility_id,
    user_id,
    username: asked.administrator.username.toLowerCase(),
    password: secret.password,
    temporary: asked.password === undefined,
  }
}

/** The operator's own row, under which platform users and their audit chain stand. */
export async function operatorExists(): Promise<void> {
  if ((await hospitals.find({ id: platform_id })) !== undefined) return
  await hospitals.insert({
    id: platform_id,
    code: 'operator',
    name: 'Kituo',
    status: 'ACTIVE',
    country: 'TZ',
    currency: 'TZS',
    timezone: 'Africa/Dar_es_Salaam',
    language: 'en',
    accent: 'teal',
    date_format: 'dd/mm/yyyy',
    document_theme: 'plain',
    invoice_due_days: 30,
  })
}

async function openMain(hospital_id: string, asked: Provision): Promise<string> {
  const kind = asked.facility.kind ?? 'HOSPITAL'
  const facility = await facilities.insert({
    hospital_id,
    code: asked.facility.code.toUpperCase(),
    name: asked.facility.name,
    name_key: folded(asked.facility.name),
    kind,
    is_main: true,
    status: 'ACTIVE',
  })
  const on = asked.modules ?? modulesOfKind(kind)
  await shipSwitches({ hospital_id }, facility.id, on)
  return facility.id
}

async function shipRoles(hospital_id: string): Promise<void> {
  await roles.insertMany(
    default_roles.map(({ code, name }) => ({
      hospital_id,
      code,
      name,
      name_key: folded(name),
      system: true,
    })),
  )
}

async function firstAdministrator(
  hospital: Hospital,
  facility_id: string,
  { administrator, password }: Provision,
  hashed: string,
): Promise<string> {
  const hospital_id = hospital.id
  const user = await users.insert({
    hospital_id,
    kind: 'STAFF',
    username: administrator.username.toLowerCase(),
    full_name: administrator.full_name,
    email: administrator.email?.toLowerCase() ?? null,
    phone: administrator.phone ?? null,
    status: 'ACTIVE',
    default_facility_id: facility_id,
    language: hospital.language,
    created_by_name: 'Kituo',
    password: hashed,
    password_changed_at: clock.instant(),
    must_change_password: password === undefined,
  })
  await user_facilities.insert({ hospital_id, user_id: user.id, facility_id })
  const role = await roles.find({ hospital_id, code: 'administrator' })
  if (role === undefined) throw new Error('the administrator role was not shipped')
  await user_roles.insert({
    hospital_id,
    user_id: user.id,
    role_id: role.id,
    given_at: clock.instant(),
  })
  return user.id
}
