// OPS-142: the workstations' authority near its end.

import { X509Certificate } from 'node:crypto'
import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { row } from '../../../../db/store/connection.ts'
import { rotateIfDue } from '../../../../db/hospital/office/devices/rotation.ts'
import { endOf, trustedAuthorities } from '../../../../db/hospital/office/devices/trusted.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { workstation } from '../../../support/workstation.ts'

t.test('OPS-142: the authority of the workstations nears its end', async (t) => {
  const house = await boot(t)
  const { people, facility_id, nobody } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const activated = async (label: string) => {
    const it = await people.with('system_administrator')
    const machine = workstation()
    const asked = { facility_id, label, station_role: 'cashier', lease_days: 365 }
    const { data } = await it.post('/devices/activations', asked)
    const claimed = await nobody.post('/devices/claim', machine.claim(data.code))
    return { machine, claimed, id: claimed.data?.device.id as string }
  }
  const announced = () =>
    row<{ times: number }>(
      sql`select count(*) as times from notifications where kind = 'device.authority_ending'`,
    ).then((found) => Number(found?.times))

  await t.test('a house without workstations has none', async (t) => {
    t.equal(endOf(), null)
    t.same(await rotateIfDue(), { announced: 0, rotated: 0 })
  })

  const first = await activated('Till 1')
  const ends = endOf() ?? 0
  const [old_pem] = trustedAuthorities()

  t.test('told once, a month ahead', async (t) => {
    clock.freeze(new Date(ends - days(431)).toISOString())
    t.same(await rotateIfDue(), { announced: 0, rotated: 0 })
    clock.freeze(new Date(ends - days(430)).toISOString())
    t.same(await rotateIfDue(), { announced: 1, rotated: 0 })
    const told = await announced()
    t.ok(told > 0)
    clock.advance(days(1))
    t.same(await rotateIfDue(), { announced: 0, rotated: 0 })
    t.equal(await announced(), told)
  })

  t.test('made 400 days before; the one before stays trusted', async (t) => {
    clock.freeze(new Date(ends - days(400)).toISOString())
    t.same(await rotateIfDue(), { announced: 0, rotated: 1 })
    t.same(await rotateIfDue(), { announced: 0, rotated: 0 }, 'once')
    const [new_pem, before] = trustedAuthorities()
    t.equal(before, old_pem)
    const second = await activated('Till 2')
    const signer = new X509Certificate(new_pem ?? '')
    t.ok(new X509Certificate(second.claimed.data.certificate).verify(signer.publicKey))
  })

  t.test('one that has ended signs nothing, and says so', async (t) => {
    clock.freeze(new Date((endOf() ?? 0) - days(1)).toISOString())
    const third = await activated('Till 3')
    clock.advance(days(2))
    const day = new Date(endOf() ?? 0).toISOString().slice(0, 10)
    const words = `The certificate authority of this hospital ended on ${day}. Tell the IT desk.`
    const proof = await third.machine.proof(nobody, third.id)
    t.match(await nobody.post(`/devices/${third.id}/renew`, proof), { status: 409, message: words })
    t.match((await activated('Till 4')).claimed, { status: 409, message: words })
  })
  t.ok(first.id)
})
