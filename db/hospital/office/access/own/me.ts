// The signed-in account as it sees itself, and what login tells it.

import { type Caller, can, platform_id } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { difference, record } from '../../audit/record.ts'
import type { Hospital } from '../../hospitals/hospitals.ts'
import { licenceNow } from '../../../neighbours/licence.ts'
import type { Station } from '../../../neighbours/workstations.ts'
import { briefs } from '../../places/briefs.ts'
import type { LoginReply, MeChange, MeReply } from '../sign-in/shapes.ts'
import {
  firstOf,
  forgetUser,
  knownBy,
  load,
  type SignedIn,
  signedInBy,
  type User,
} from '../callers.ts'
import type { Entry } from '../sign-in/login.ts'
import { view } from './own-sessions.ts'
import { users } from '../tables.ts'

export async function find(caller: Caller): Promise<MeReply> {
  const signed_in = await knownBy(caller)
  const { user } = signed_in
  return {
    ...(await account(signed_in, caller.facility_id)),
    session: (await view(caller, [signed_in.session]))[0] as MeReply['session'],
    two_factor: user.totp_enabled_at !== null,
    pin_set: false,
    unread_notifications: 0,
    preferences: preferencesOf(user),
    support: null,
    licence: can(caller, 'plan:read') ? await licenceNow(caller) : null,
  }
}

export async function change(caller: Caller, asked: MeChange): Promise<MeReply> {
  const { user, facility_ids } = await signedInBy(caller)
  const { default_facility_id, preferences = {} } = asked
  if (default_facility_id !== undefined && !facility_ids.includes(default_facility_id)) {
    throw invalid('default_facility_id', 'is not one of the branches.')
  }
  const { language: preferred, ...others } = preferences
  const language = asked.language ?? preferred ?? user.language
  const changes: Partial<User> = {
    language,
    default_facility_id: default_facility_id ?? user.default_facility_id,
    preferences: { ...user.preferences, ...others },
  }
  const { hospital_id, id } = user
  await users.change({ hospital_id, id }, changes)
  forgetUser(id)
  record(caller, 'auth.me-update', {
    entity_type: 'user',
    entity_id: id,
    entity_label: user.full_name,
    changes: difference(user, changes),
  })
  return find(caller)
}

function preferencesOf({ language, preferences }: User): MeReply['preferences'] {
  const kept = (preferences ?? {}) as Partial<MeReply['preferences']>
  const { date_format = null, landing = null, theme = null } = kept
  return { language, date_format, landing, theme }
}

/** What login and the second step answer. */
export async function afterEntry(entry: Entry): Promise<{ message: string; reply: LoginReply }> {
  if (entry.session === null) {
    return {
      message: 'Enter the code of your second factor.',
      reply: { requires_2fa: true, session_token: entry.session_token, ...nobody },
    }
  }
  const signed_in = await load(entry.session)
  const facility_id = signed_in.user.kind === 'STAFF' ? (signed_in.facility_ids[0] ?? null) : null
  const reply = {
    requires_2fa: false,
    session_token: null,
    tokens: entry.tokens,
    ...(await account(signed_in, facility_id)),
  }
  return { message: messageFor(signed_in), reply }
}

const messageFor = (signed_in: SignedIn): string => firstOf(signed_in) ?? 'Signed in.'

type Account = Omit<LoginReply, 'requires_2fa' | 'session_token' | 'tokens'>

const nobody: Account & { tokens: null } = {
  tokens: null,
  permissions: [],
  roles: [],
  facility: null,
  branches: [],
  country: null,
  user: null,
  hospital: null,
  must_change_password: false,
  must_set_up_2fa: false,
  device: null,
}

async function account(signed_in: SignedIn, facility_id: string | null): Promise<Account> {
  const { user, hospital, held, permissions, facility_ids, station } = signed_in
  // A patient acts at no branch, but may have one that is home.
  const acting = facility_id ?? (user.kind === 'PATIENT' ? user.default_facility_id : null)
  const ids = new Set([...facility_ids, ...(acting === null ? [] : [acting])])
  const all = await briefs(user.hospital_id, [...ids])
  return {
    permissions: [...permissions].sort(),
    roles: held.roles,
    facility: all.find(({ id }) => id === acting) ?? null,
    branches: facility_ids.length > 1 ? all.filter(({ id }) => facility_ids.includes(id)) : null,
    country: hospital.country,
    user: {
      id: user.id,
      name: user.full_name,
      username: user.username,
      email: user.email,
      phone: user.phone,
      staff_id: user.staff_id,
      patient_id: user.patient_id,
      kind: user.kind,
      language: user.language,
      photo_url: null,
    },
    hospital: hospital.id === platform_id ? null : inBrief(hospital),
    must_change_password: signed_in.must_change_password,
    must_set_up_2fa: signed_in.must_set_up_2fa,
    device: station === null ? null : inShort(station),
  }
}

const inShort = ({ id, label, station_role, lease_until }: Station): Account['device'] => ({
  id,
  label,
  station_role,
  lease_until,
})

const inBrief = ({ id, code, name, short_name, logo }: Hospital): Account['hospital'] => ({
  id,
  code,
  name,
  short_name,
  logo_url: logo === null ? null : '/api/v1/settings/system/logo',
})
