// What protects people is not undone by putting a backup back, nor by going back a generation: who and
// what was shut out since stays out, and no number is given twice (OPS-127…129, OPS-132).

import 'reflect-metadata'
import { join } from 'node:path'
import { X509Crl } from '@peculiar/x509'
import t, { type Test } from 'tap'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { unlockOrMake } from '../../../../db/appliance/backups/keys.ts'
import { restoreBackup } from '../../../../db/appliance/backups/restore.ts'
import { openTarget } from '../../../../db/appliance/backups/stage.ts'
import { operator } from '../../../../db/core/caller.ts'
import { clock, days, instantIn } from '../../../../db/core/clock.ts'
import { onDatabase, row, rows, run, within } from '../../../../db/store/connection.ts'
import { targetAt } from '../../../../db/appliance/deployment/aside.ts'
import type { Deployment } from '../../../../db/appliance/deployment/deployment.ts'
import { rollBack } from '../../../../db/appliance/deployment/rollback.ts'
import { roles, user_roles, users } from '../../../../db/hospital/office/access/tables.ts'
import * as activations from '../../../../db/hospital/office/devices/activations.ts'
import { claim } from '../../../../db/hospital/office/devices/claim.ts'
import { find, revoke } from '../../../../db/hospital/office/devices/devices.ts'
import { challenge } from '../../../../db/hospital/office/devices/proof.ts'
import { renew } from '../../../../db/hospital/office/devices/renew.ts'
import { restored } from '../../../../db/hospital/office/devices/restored.ts'
import { currentList, rebuild } from '../../../../db/hospital/office/devices/revocation-list.ts'
import { settleReturning } from '../../../../db/appliance/house/settled.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { nextReference } from '../../../../db/hospital/office/sequences/references.ts'
import type { AccountRow } from '../../../../db/messaging/accounts/accounts.ts'
import { msg_accounts } from '../../../../db/messaging/accounts/tables.ts'
import { createKey, keyById, revokeKey } from '../../../../db/messaging/keys/keys.ts'
import { migrate } from '../../../../db/store/migrate.ts'
import {
  type BackedHouse,
  configurationAt,
  houseAt,
} from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'
import { server, serverDatabase } from '../../../support/programs/server.ts'
import { workstation } from '../../../support/workstation.ts'
import { sql } from '../../../../db/store/sql.ts'

const by = { actor: 'cli:test' }
const at = { ip: '10.0.0.9', base_url: 'https://kituo.test' }

async function house(t: Test): Promise<BackedHouse> {
  const settings =
    server === undefined
      ? ''
      : `[database]\nengine = "postgres"\nurl = "${await serverDatabase(t)}"\n`
  const made = await houseAt(configurationAt(folder(t), settings))
  t.teardown(() => made.deployment.close())
  return made
}

async function putBack(deployment: Deployment, name: string) {
  const repository = await repositoryOf(deployment, undefined, true)
  const masters = await unlockOrMake(repository, deployment.secrets, 'a test')
  const asked = { repository, name, masters, by: 'a test', reason: 'rehearsal' }
  return restoreBackup(deployment, { ...asked, without_safety: true })
}

const backedUp = async ({ deployment }: BackedHouse): Promise<string> =>
  (await createBackup(deployment, { tag: 'manual', by: 'a test' })).name

/** At the tills of one house. */
async function tills({ hospital_id }: BackedHouse) {
  const caller = operator(hospital_id, 'a test')
  const main = await facilities.find({ hospital_id, is_main: true })
  const opened = (label: string, more: object = {}) =>
    within(() =>
      activations.open(caller, {
        facility_id: main?.id ?? '',
        label,
        station_role: 'cashier',
        ...more,
      }),
    )
  return {
    caller,
    opened,
    let_in: async (label: string, more: object = {}, machine = workstation()) => {
      const { code } = await opened(label, more)
      const { fingerprint } = machine
      const { reply } = await claim(at, { ...machine.claim(code), fingerprint })
      return { machine, id: reply.device.id }
    },
    renewed: async ({ machine, id }: { machine: ReturnType<typeof workstation>; id: string }) => {
      const { challenge: asked } = await challenge_of(id)
      const signature = machine.signed(['kituo-device-v1', 'lease', id, asked].join('\n'))
      return renew(at, id, { challenge: asked, signature })
    },
    out: (id: string) =>
      within(() => revoke(caller, id, { reason: 'STOLEN', note: 'out of the boot of a car' })),
  }
}

const challenge_of = (id: string) => within(() => challenge(id))

const listed = async () => new X509Crl(new Uint8Array(await currentList()))

t.test('a stolen workstation stays out when a backup is put back (OPS-128)', async (t) => {
  const its = await house(t)
  const { deployment } = its
  const { caller, let_in, opened, renewed, out } = await tills(its)
  const [stolen, swapped, kept] = [
    await let_in('Till 1'),
    await let_in('Till 2'),
    await let_in('Till 3'),
  ]
  const waiting = await opened('Till 9')
  const account = await msg_accounts.findAnywhere({})
  const key = await within(() =>
    createKey(by, account as AccountRow, { name: 'Reminders', mode: 'live', scopes: ['*'] }),
  )
  const name = await backedUp(its)

  await within(async () => revokeKey(by, await keyById(key.id)))

  await out(stolen.id)
  const next = await let_in('Till 2', { replaces_device_id: swapped.id })
  const again = await let_in('Till 1')
  await renewed(kept)
  const { certificate_serial, lease_until } = await find(caller, kept.id)
  for (let n = 0; n < 4; n++) await rebuild()
  const before = await listed()

  const { done } = await putBack(deployment, name)
  t.match(done, {
    keys_out: 1,
    activation_codes: 1,
    workstations_out: 2,
    workstations_in: 2,
    workstations_lost: 0,
  })
  t.match(await find(caller, stolen.id), {
    status: 'REVOKED',
    revoke_reason: 'STOLEN',
    revoke_note: 'out of the boot of a car',
  })
  await t.rejects(challenge_of(stolen.id), { code: 'device.revoked' })
  t.match(await find(caller, swapped.id), { status: 'REVOKED', revoke_reason: 'REPLACED' })
  t.match(await find(caller, next.id), { status: 'ACTIVE', label: 'Till 2' })
  t.match(await find(caller, again.id), { status: 'ACTIVE', label: 'Till 1' })
  t.match(await find(caller, kept.id), { certificate_serial, lease_until })
  await t.resolves(renewed(next))
  await t.rejects(claim(at, workstation().claim(waiting.code)), {
    message: 'The code is not right, has run out or was already used.',
  })

  t.match(await keyById(key.id), { active: false, revoked_reason: 'revoked' })

  await rebuild()
  const after = await listed()
  t.match(await row(sql`select number from revocation_lists`), { number: 5 })
  const serials = (list: X509Crl) => list.entries.map(({ serialNumber }) => serialNumber)
  t.same(serials(after), serials(before), 'whoever was on the list is on it')
  t.equal(after.entries.length, 2)
})

t.test('of ways that parted the one that is left says who stands there', async (t) => {
  const its = await house(t)
  const { deployment } = its
  const { caller, let_in } = await tills(its)
  await putBack(deployment, await backedUp(its))
  const [one, both] = [workstation(), workstation()]
  const here = await let_in('Till 1', {}, one)
  const known = await let_in('Till 2', {}, both)
  const left = await openTarget(targetAt(deployment, 1))
  t.teardown(() => left.close())
  const live = <T>(work: () => Promise<T>): Promise<T> => onDatabase(left, work)
  // The same machine under another key, and one under the same.
  const there = await live(() =>
    let_in('Till 1', {}, { ...workstation(), fingerprint: one.fingerprint }),
  )
  await live(() => let_in('Till 2', {}, both))
  const done = await within(() => restored(caller, { at: '', parted_at: null, live }))
  t.match(done, { workstations_in: 1, workstations_lost: 1 })
  t.match(await find(caller, here.id), { status: 'REVOKED', revoke_reason: 'REPLACED' })
  t.match(await find(caller, there.id), { status: 'ACTIVE', label: 'Till 1' })
  t.match(await find(caller, known.id), { status: 'ACTIVE', label: 'Till 2' })
  await rebuild()
  t.equal((await listed()).entries.length, 1)
})

t.test('going back a generation lets nobody in again, and gives no number twice', async (t) => {
  const its = await house(t)
  const { deployment, hospital_id } = its
  const { caller, let_in, out } = await tills(its)
  const stolen = await let_in('Till 1')
  const number = () => within(() => nextReference(caller, 'plan_purchase'))
  t.equal(await number(), 'PUR-000001')
  const name = await backedUp(its)
  await putBack(deployment, name)
  t.equal(await number(), 'PUR-000002')
  t.equal(await number(), 'PUR-000003')
  await out(stolen.id)
  const role = await rows(sql`select id from user_roles where hospital_id = ${hospital_id}`)

  t.equal(await rollBack(deployment, 'a test'), 1)
  t.match(await find(caller, stolen.id), { status: 'REVOKED', revoke_reason: 'STOLEN' })
  t.equal(await number(), 'PUR-000004')
  t.same(
    await rows(sql`select id from user_roles where hospital_id = ${hospital_id}`),
    role,
    'nobody loses what another way did not know of',
  )
})

/** As on a machine where nothing stands yet. */
async function emptyHouse(t: Test) {
  const left = await openTarget({ engine: 'sqlite', file: join(folder(t), 'empty.db') })
  t.teardown(() => left.close())
  await onDatabase(left, () => migrate())
  return left
}

const rolesHeld = (hospital_id: string) =>
  rows(sql`select user_id, role_id from user_roles where hospital_id = ${hospital_id} order by id`)

t.test(
  'on a new machine nobody loses a role, for nobody stood there (OPS-85, OPS-128)',
  async (t) => {
    const { hospital_id } = await house(t)
    const before = await rolesHeld(hospital_id)
    t.ok(before.length > 0)
    const at = clock.instant()
    const asked = { by: 'a test', hospital_ids: [hospital_id], at, parted_at: null }
    const left = await emptyHouse(t)
    const done = await within(() => settleReturning({ left, ...asked }))
    t.equal(done['roles'], undefined)
    t.same(await rolesHeld(hospital_id), before)
  },
)

t.test(
  'whom the live data do not know keeps the roles of the backup; who lost one there has lost it',
  async (t) => {
    const its = await house(t)
    const { deployment, hospital_id } = its
    const cashier = await roles.findAnywhere({ hospital_id, code: 'cashier' })
    const taken_on = (username: string) =>
      within(async () => {
        const { id } = await users.insert({
          hospital_id,
          kind: 'STAFF',
          username,
          full_name: username,
          status: 'ACTIVE',
          language: 'en',
          created_by_name: 'a test',
        })
        await user_roles.insert({
          hospital_id,
          user_id: id,
          role_id: cashier?.id ?? '',
          given_at: clock.instant(),
        })
        return id
      })
    const [juma, rehema] = [await taken_on('juma'), await taken_on('rehema')]
    const name = await backedUp(its)
    await within(() => run(sql`delete from user_roles where user_id = ${juma}`))
    await within(async () => {
      await run(sql`delete from user_roles where user_id = ${rehema}`)
      await run(sql`delete from users where id = ${rehema}`)
    })
    const { done } = await putBack(deployment, name)
    t.match(done, { roles: 1 })
    const held = (await rolesHeld(hospital_id)).map(({ user_id }) => user_id)
    t.notOk(held.includes(juma), 'OPS-128: withdrawn since, and so it stays')
    t.ok(held.includes(rehema))
  },
)

t.test('on a new machine no list has a number that the lost one may have published', async (t) => {
  const its = await house(t)
  const { caller, let_in } = await tills(its)
  await let_in('Till 1')
  for (let n = 0; n < 2; n++) await rebuild()
  const number = async () => (await row(sql`select number from revocation_lists`))?.['number']
  t.equal(await number(), 2)
  const at = clock.instant()
  clock.freeze(instantIn(days(3)))
  t.teardown(() => clock.release())
  // Nothing of this house stands in what a new machine had until then.
  const left = await emptyHouse(t)
  const live = <T>(work: () => Promise<T>): Promise<T> => onDatabase(left, work)
  const come = () => within(() => restored(caller, { at, parted_at: null, live }))
  await come()
  await come()
  t.equal(await number(), 2, 'what is served stays until another is built')
  await rebuild()
  // One a second since the backup, and a day for a clock that went otherwise.
  const first = Number(await number())
  t.ok(first > 2 + 4 * 86_400 && first < 2 + 4 * 86_400 + 60, `${first}`)
  await rebuild()
  t.equal(await number(), first + 1)
})
