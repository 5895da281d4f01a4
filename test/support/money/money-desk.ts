// A hospital on disk for commands of money: people with passwords of their own, prices, a drawer with
// a shift at it, a bill. Between the commands of a test the data are closed.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type Caller, system } from '../../../db/core/caller.ts'
import { run, within } from '../../../db/store/connection.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { hashPassword } from '../../../db/hospital/office/access/sign-in/passwords.ts'
import {
  roles,
  user_facilities,
  user_roles,
  users,
} from '../../../db/hospital/office/access/tables.ts'
import { clock } from '../../../db/core/clock.ts'
import { registerUnknown } from '../../../db/hospital/desk/patients/register/unknown.ts'
import { facilities } from '../../../db/hospital/office/places/tables.ts'
import { tariffs } from '../../../db/hospital/money/tariff/tables.ts'
import { sql } from '../../../db/store/sql.ts'
import { configurationAt, houseAt } from '../programs/backed-house.ts'
import { folder } from '../folder.ts'
import { typed, typedJson } from '../programs/typed.ts'

const word = 'a very long word 7'

export interface Desk {
  dir: string
  /** The hospital with its main branch. */
  hospital_id: string
  facility_id: string
  patient_id: string
  /** Somebody who signs in, as rules know them. */
  person(username: string): Caller
  /** Rules on the data, in one transaction. */
  work<T>(rules: () => Promise<T>): Promise<T>
  type(...line: string[]): ReturnType<typeof typed>
  json(...line: string[]): ReturnType<typeof typedJson>
  /** The flags with which they sign a command. */
  as(username: string): string[]
}

/** `people` by their username, each with the codes of their roles. */
export async function moneyDesk(
  t: Test,
  people: Readonly<Record<string, readonly string[]>>,
): Promise<Desk> {
  const dir = folder(t)
  const secret = join(dir, 'word.txt')
  const { deployment, hospital_id } = await houseAt(configurationAt(dir))
  writeFileSync(secret, `${word}\n`)
  writeFileSync(join(dir, 'kituo.toml'), '')
  const facility = await facilities.find({ hospital_id, is_main: true })
  const facility_id = facility?.id ?? ''
  const password = await hashPassword(word)
  const ids = new Map<string, string>()
  let patient_id = ''
  await within(async () => {
    await run(sql`update users set must_change_password = ${false} where username = 'admin'`)
    for (const [username, codes] of Object.entries(people)) {
      const { id } = await users.insert({
        hospital_id,
        kind: 'STAFF',
        username,
        full_name: `${username} Mushi`,
        status: 'ACTIVE',
        password,
        default_facility_id: facility_id,
        language: 'en',
        created_by_name: 'test',
      })
      ids.set(username, id)
      await user_facilities.insert({ hospital_id, user_id: id, facility_id })
      for (const code of codes) {
        const role = await roles.find({ hospital_id, code })
        if (role === undefined) throw new Error(`no role ${code}`)
        const given_at = clock.instant()
        await user_roles.insert({ hospital_id, user_id: id, role_id: role.id, given_at })
      }
    }
    const common = { hospital_id, payer: null, payer_key: '', changed_by_name: 'test' }
    for (const [code, name, price] of [
      ['FBC', 'Full blood count', 500_000],
      ['ESR', 'Sedimentation rate', 333_300],
    ] as const) {
      const category = 'Laboratory' as const
      await tariffs.insert({ ...common, code, name, category, price, effective_from: '2020-01-01' })
    }
    const found = await registerUnknown(system(hospital_id), {
      sex: 'Female',
      unknown_label: 'Woman, market',
    })
    patient_id = found.id
  })
  await deployment.close()
  const at = ['--data', dir]
  const own = { env: { KITUO_CONFIG: undefined } }
  return {
    dir,
    hospital_id,
    facility_id,
    patient_id,
    person: (username) => ({
      ...system(hospital_id),
      kind: 'USER',
      facility_id,
      facility_ids: [facility_id],
      user_id: ids.get(username) ?? '',
      name: `${username} Mushi`,
    }),
    async work(rules) {
      const opened = await openDeployment(configurationAt(dir), {
        purpose: 'write',
        command: 'a test',
        env: {},
      })
      try {
        return await within(rules)
      } finally {
        await opened.close()
      }
    },
    type: (...line) => typed([...line, ...at], own),
    json: (...line) => typedJson([...line, ...at], own),
    as: (username) => ['--as', username, '--password-file', secret],
  }
}
