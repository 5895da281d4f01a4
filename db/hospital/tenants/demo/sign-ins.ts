// Ways into a hospital of made-up people (OPS-162): one account for each role that has something to
// look at, called as the role is, and one patient; the password of all of them is the same.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { invalid, isRefusal } from '../../../core/refusal.ts'
import { default_roles, shippedCodes } from '../../office/access/roles/default-roles.ts'
import { judgeAlone } from '../../office/access/sign-in/password-rules.ts'
import { hashPassword, temporaryPassword } from '../../office/access/sign-in/passwords.ts'
import { roles, user_facilities, user_roles, users } from '../../office/access/tables.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { patients } from '../../desk/patients/tables.ts'
import { type Chance, chanceOf } from './chance.ts'

export interface SignIn {
  role: string
  username: string
}

export interface DemoPassword {
  /** Null: it was given, and whoever gave it knows it. */
  made_up: string | null
  hashed: string
}

/** Outside of any transaction: it is hashed once for all of them. */
export async function demoPassword(given: string | null): Promise<DemoPassword> {
  if (given !== null) refuseWeak(given)
  const password = given ?? temporaryPassword()
  return { made_up: given === null ? password : null, hashed: await hashPassword(password) }
}

function refuseWeak(password: string): void {
  try {
    judgeAlone(password)
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw invalid('password_file', error.message.replace(/^new_password /, ''))
  }
}

interface Branch {
  facility_id: string
  language: Language
}

/** Roles of parts that are not built hold what everybody holds, and nothing of their own. */
export function rolesWithWork(): typeof default_roles {
  const held = default_roles
    .map(({ code }) => shippedCodes(code))
    .filter((codes) => codes.length > 0)
  const [first = [], ...others] = held
  const everybody = new Set(first.filter((code) => others.every((codes) => codes.includes(code))))
  return default_roles.filter(({ code }) => shippedCodes(code).some((one) => !everybody.has(one)))
}

/** A hospital may have put one of the roles away. */
export async function signIns(
  caller: Caller,
  branch: Branch,
  { hashed }: DemoPassword,
  seed: number,
): Promise<SignIn[]> {
  const { hospital_id } = caller
  const found = await roles.all({ hospital_id, system: true, active: true, deleted_at: null })
  const chance = chanceOf(seed, 3)
  const taken = await namesTaken(hospital_id)
  const made: SignIn[] = []
  for (const { code, name } of rolesWithWork()) {
    const role = found.find((one) => one.code === code)
    if (role === undefined) continue
    const username = freeName(code, taken)
    const id = chance.idAt(clock.ms())
    const about = { id, username, full_name: `Demo ${name}`.slice(0, 120), kind: 'STAFF' } as const
    await users.insert({ ...accountOf(caller, branch, hashed), ...about })
    await user_facilities.insert({ hospital_id, user_id: id, facility_id: branch.facility_id })
    await user_roles.insert({
      hospital_id,
      user_id: id,
      role_id: role.id,
      given_by: caller.user_id,
      given_at: clock.instant(),
    })
    made.push({ role: code, username })
  }
  const patient = await patientIn(caller, branch, hashed, chance, taken)
  return patient === null ? made : [...made, patient]
}

/** The first who came and is grown up by now. */
async function patientIn(
  caller: Caller,
  branch: Branch,
  hashed: string,
  chance: Chance,
  taken: ReadonlySet<string>,
): Promise<SignIn | null> {
  const { hospital_id } = caller
  const all = await patients.all({ hospital_id }, { order: ['number'], limit: 50 })
  const grown = `${clock.now().getUTCFullYear() - 20}-01-01`
  const one = all.find(({ birth_date }) => birth_date < grown) ?? all[0]
  if (one === undefined) return null
  const username = freeName('patient', taken)
  await users.insert({
    ...accountOf(caller, branch, hashed),
    id: chance.idAt(clock.ms()),
    kind: 'PATIENT',
    username,
    full_name: `${one.first_name} ${one.last_name}`.slice(0, 120),
    patient_id: one.id,
  })
  return { role: 'patient', username }
}

/** Who works in which role. */
export async function workers(
  { hospital_id }: Caller,
  sign_ins: readonly SignIn[],
): Promise<(role: string) => { id: string; full_name: string } | undefined> {
  const all = await users.all({ hospital_id, kind: 'STAFF' })
  return (role) => {
    const name = sign_ins.find((one) => one.role === role)?.username
    return all.find(({ username }) => username === name)
  }
}

const accountOf = (caller: Caller, { facility_id, language }: Branch, password: string) =>
  ({
    hospital_id: caller.hospital_id,
    status: 'ACTIVE',
    default_facility_id: facility_id,
    language,
    password,
    password_changed_at: clock.instant(),
    created_by_name: 'Kituo demo',
  }) as const

const namesTaken = async (hospital_id: string): Promise<Set<string>> =>
  new Set((await users.all({ hospital_id })).map(({ username }) => username))

/** Somebody real may be called so already. */
const freeName = (code: string, taken: ReadonlySet<string>): string =>
  taken.has(code) ? `demo.${code}` : code
