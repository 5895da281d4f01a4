// What each list costs the database: the same few statements for five rows and for fifty, and a
// number that moves only when somebody means it to (platform 9: no list asks once for every row).

import t from 'tap'
import { within } from '../../db/store/connection.ts'
import {
  roles,
  user_facilities,
  user_roles,
  users,
} from '../../db/hospital/office/access/tables.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'
import { newId } from '../../db/core/ids.ts'
import { clock } from '../../db/core/clock.ts'
import { boot, type House } from '../support/boot.ts'
import { statementsOnceKnown } from '../support/statements.ts'

const house = await boot(t)
const admin = await house.people.administrator()
const an_id = /[0-9a-f-]{36}/
const department_id = newId()
const user_id = newId()
const nurse = await roles.find({ hospital_id: house.hospital.id, code: 'nurse' })
await fill(house)

const lists: Record<string, number> = {
  '/users': 6,
  '/users?search=person': 6,
  '/users/access-review': 12,
  '/departments': 2,
  '/locations': 2,
  '/facilities': 5,
  '/roles': 3,
  [`/roles/${nurse?.id}/users`]: 7,
  '/notifications': 2,
  '/audit': 2,
  '/auth/sign-ins': 2,
  '/settings/history': 2,
  '/jobs': 2,
  '/exports': 2,
  '/imports': 2,
}
const records: Record<string, number> = {
  [`/departments/${department_id}`]: 1,
  [`/users/${user_id}`]: 5,
  '/auth/me': 3,
  '/settings/system': 0,
  '/notifications/unread-count': 1,
}

for (const [path, most] of Object.entries(lists)) {
  t.test(`${path.replace(an_id, ':id')} asks the same for five rows and for fifty`, async (t) => {
    const five = await countOf(path, 5)
    const fifty = await countOf(path, 50)
    t.same(five, fifty, 'the same statements')
    t.equal(fifty.length, most, fifty.join('\n'))
  })
}

for (const [path, most] of Object.entries(records)) {
  t.test(`${path.replace(an_id, ':id')} asks ${most} times`, async (t) => {
    await admin.get(path)
    const said = await statementsOnceKnown(() => admin.get(path))
    t.equal(said.length, most, said.join('\n'))
  })
}

t.test('a small write: its look-ups, its change, its row in the log', async (t) => {
  const change = (extension: string) => () =>
    admin.patch(`/departments/${department_id}`, { extension })
  const said = await statementsOnceKnown(change('2'), change('1'))
  t.equal(said.length, 7, said.join('\n'))
})

async function countOf(path: string, per_page: number): Promise<string[]> {
  const asked = `${path}${path.includes('?') ? '&' : '?'}per_page=${per_page}`
  // The first answer fills what the house keeps for a moment: session, hospital, switches.
  const { status, message } = await admin.get(asked)
  t.equal(status, 200, `${path}: ${message}`)
  return statementsOnceKnown(() => admin.get(asked))
}

async function fill({ hospital, facility_id }: House): Promise<void> {
  const hospital_id = hospital.id
  const numbers = Array.from({ length: 60 }, (_, n) => n)
  const ids = numbers.map((n) => (n === 0 ? user_id : newId()))
  await within(async () => {
    await users.insertMany(
      numbers.map((n) => ({
        id: ids[n] as string,
        hospital_id,
        kind: 'STAFF' as const,
        username: `one${n}`,
        full_name: `Person ${n}`,
        status: 'ACTIVE' as const,
        language: 'en' as const,
        created_by_name: 'test',
      })),
    )
    await user_facilities.insertMany(ids.map((id) => ({ hospital_id, facility_id, user_id: id })))
    await user_roles.insertMany(
      ids.map((id) => ({
        hospital_id,
        user_id: id,
        role_id: nurse?.id ?? '',
        given_at: clock.instant(),
      })),
    )
    await departments.insertMany(
      numbers.map((n) => ({
        id: n === 0 ? department_id : newId(),
        hospital_id,
        code: `D${n}`,
        name: `Department ${n}`,
        name_key: `department ${n}`,
        kind: 'CLINICAL' as const,
      })),
    )
  })
}
