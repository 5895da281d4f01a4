// What two do with one workstation at the same moment, and what was read before it was changed: a
// workstation that was revoked never comes back (platform 3.6, PLT-84, PLT-88, PLT-91).

import 'reflect-metadata'
import { X509Crl } from '@peculiar/x509'
import t from 'tap'
import { clock, days, hours, instantIn } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { authority } from '../../../../db/hospital/office/devices/authority.ts'
import { extend } from '../../../../db/hospital/office/devices/devices.ts'
import { watchLeases } from '../../../../db/hospital/office/devices/leases.ts'
import { rebuildIfDue } from '../../../../db/hospital/office/devices/list-wanted.ts'
import { currentList, rebuild } from '../../../../db/hospital/office/devices/revocation-list.ts'
import { retire } from '../../../../db/hospital/office/devices/revoke.ts'
import { deviceRecord } from '../../../../db/hospital/office/devices/rows.ts'
import {
  device_certificates,
  devices,
  revocation_lists,
} from '../../../../db/hospital/office/devices/tables.ts'
import { trustedAuthorities } from '../../../../db/hospital/office/devices/trusted.ts'
import { forgetAllKept } from '../../../../db/store/kept.ts'
import { boot } from '../../../support/boot.ts'
import { oneAfterTheOther } from '../../../support/one-after-the-other.ts'
import { workstation } from '../../../support/workstation.ts'

t.test('at once', async (t) => {
  const { people, facility_id, nobody, system } = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  const it = await people.with('system_administrator')
  let labels = 0
  const code = async (): Promise<string> => {
    labels += 1
    const asked = { facility_id, label: `Desk ${labels}`, station_role: 'reception', lease_days: 3 }
    return (await it.post('/devices/activations', asked)).data.code
  }
  const activated = async (): Promise<string> =>
    (await nobody.post('/devices/claim', workstation().claim(await code()))).data.device.id
  const { hospital_id } = system
  const kept = (id: string) => deviceRecord.get(system, id)

  t.test('an authority that many need first is made once', async (t) => {
    const made = await Promise.all(Array.from({ length: 4 }, () => authority()))
    t.equal(new Set(made.map(({ fingerprint }) => fingerprint)).size, 1)
    t.equal(trustedAuthorities().length, 1)
  })

  t.test('one machine with two codes becomes one workstation', async (t) => {
    const one = workstation()
    const codes = [await code(), await code()]
    const answers = await Promise.all(
      codes.map((typed) =>
        nobody.post('/devices/claim', {
          ...workstation().claim(typed),
          fingerprint: one.fingerprint,
        }),
      ),
    )
    t.same(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [201, 409],
    )
    t.match(answers.find(({ status }) => status === 409)?.message, /already activated/)
  })

  const allProved = () =>
    within(() => devices.change({ hospital_id }, { proved_at: clock.instant() }))

  t.test('a lease that was renewed meanwhile does not lapse', async (t) => {
    const id = await activated()
    await allProved()
    clock.advance(days(3) + hours(1))
    const lease_until = instantIn(days(3))
    await oneAfterTheOther(() => devices.change({ hospital_id, id }, { lease_until }), watchLeases)
    t.match(await kept(id), { status: 'ACTIVE', lease_until })
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('a key that was proved meanwhile is believed', async (t) => {
    const id = await activated()
    clock.advance(hours(25))
    const found = await oneAfterTheOther(allProved, watchLeases)
    t.equal(found.unproven, 0)
    t.match(await kept(id), { status: 'ACTIVE' })
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('revoked meanwhile: no lapse, no extension and no doubt brings it back', async (t) => {
    const gone = async (id: string) =>
      retire(system, await deviceRecord.get(system, id), { reason: 'STOLEN' })
    const [lapsing, extended] = [await activated(), await activated()]
    await allProved()
    clock.advance(days(4))
    await oneAfterTheOther(() => gone(lapsing), watchLeases)
    t.match(await kept(lapsing), { status: 'REVOKED', revoke_reason: 'STOLEN' })
    clock.freeze('2026-03-10T09:00:00.000Z')
    const asked = { days: 5, reason: 'on leave' }
    const words = /is REVOKED/
    await t.rejects(
      oneAfterTheOther(
        () => gone(extended),
        () => within(() => extend(system, extended, asked)),
      ),
      words,
    )
    t.match(await kept(extended), { status: 'REVOKED', revoke_reason: 'STOLEN' })
  })

  t.test('lists that are built at once have a number each', async (t) => {
    await currentList()
    const number = async () => (await revocation_lists.all({}))[0]?.number ?? 0
    const before = await number()
    await Promise.all([rebuild(), rebuild(), rebuild()])
    t.equal((await number()) - before, 3)
  })

  t.test('a revocation whose daemon died before it built a list is found', async (t) => {
    const id = await activated()
    await rebuild()
    await rebuildIfDue()
    // As another process leaves it behind.
    await within(() =>
      device_certificates.change(
        { hospital_id, device_id: id },
        { revoked_at: clock.instant(), reason: 'STOLEN' },
      ),
    )
    forgetAllKept()
    t.equal(await rebuildIfDue(), 1)
    const { certificate_serial } = await kept(id)
    const list = new X509Crl(new Uint8Array(await currentList()))
    t.ok(list.entries.some(({ serialNumber }) => serialNumber === certificate_serial))
    forgetAllKept()
    t.equal(await rebuildIfDue(), 0, 'once')
  })
})
