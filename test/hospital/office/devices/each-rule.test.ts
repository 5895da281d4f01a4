// Rules of workstations that nothing else would miss (platform 3.6, PLT-83 to PLT-94).

import 'reflect-metadata'
import { X509Crl } from '@peculiar/x509'
import t from 'tap'
import { clock, days, hours, instantIn, minutes } from '../../../../db/core/clock.ts'
import { row, within } from '../../../../db/store/connection.ts'
import { watchLeases } from '../../../../db/hospital/office/devices/leases.ts'
import { currentList, rebuild } from '../../../../db/hospital/office/devices/revocation-list.ts'
import { devices } from '../../../../db/hospital/office/devices/tables.ts'
import { sql } from '../../../../db/store/sql.ts'
import { deployment } from '../../../../db/appliance/timetable/tables.ts'
import { theDeployment } from '../../../../db/appliance/timetable/terms.ts'
import { account, password } from '../../../support/accounts.ts'
import { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { workstation } from '../../../support/workstation.ts'

t.test('each rule', async (t) => {
  const house = await boot(t)
  const { people, facility_id, nobody, app, hospital } = house
  const began = '2026-03-10T09:00:00.000Z'
  clock.freeze(began)
  t.afterEach(() => clock.freeze(began))
  // A session lives a quarter of an hour, and the clock is moved by days here.
  const it = () => people.with('system_administrator')
  let labels = 0
  const opened = async (more: object = {}) => {
    labels += 1
    const asked = { facility_id, label: `Desk ${labels}`, station_role: 'cashier', ...more }
    return (await it()).post('/devices/activations', asked)
  }
  const activated = async (more: object = {}, machine = workstation()) => {
    const { data } = await opened(more)
    const claimed = await nobody.post('/devices/claim', machine.claim(data.code))
    return { machine, id: claimed.data?.device.id as string }
  }
  type Desk = Awaited<ReturnType<typeof activated>>
  const renewed = async ({ machine, id }: Desk, more: object = {}) => {
    const proof = await machine.proof(nobody, id)
    return nobody.post(`/devices/${id}/renew`, { ...proof, ...more })
  }
  const shown = async (id: string) => (await (await it()).get(`/devices/${id}`)).data
  const told = async (kind: string, id: string): Promise<number> => {
    const found = await row<{ n: number }>(sql`select count(*) as n from notifications
      where kind = ${kind} and entity_id = ${id}`)
    return Number(found?.n)
  }
  const cashier = await account(house, { roles: ['cashier'] })
  const signedIn = async ({ machine, id }: Desk) => {
    const { challenge, signature } = await machine.proof(nobody, id, 'sign-in')
    const reply = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { username: cashier.username, password },
      headers: {
        'x-device-id': id,
        'x-device-challenge': challenge,
        'x-device-signature': signature,
      },
    })
    token = reply.json().data?.tokens?.access_token ?? ''
    return reply.statusCode
  }
  let token = ''
  const openAt = async (id: string): Promise<number> => {
    const found = await row<{ n: number }>(
      sql`select count(*) as n from sessions where device_id = ${id} and closed_at is null`,
    )
    return Number(found?.n)
  }

  t.test('a code that ran out, by the clock and not by the job', async (t) => {
    const { data } = await opened({ expires_in_hours: 1 })
    clock.advance(hours(1))
    const refused = {
      status: 400,
      message: 'The code is not right, has run out or was already used.',
    }
    t.match(await nobody.post('/devices/claim', workstation().claim(data.code)), refused)
  })

  t.test(
    'a label is one workstation’s of its branch, when a code is made and when it is typed',
    async (t) => {
      const codes = [await opened({ label: 'Till' }), await opened({ label: 'TILL' })]
      const claims = []
      for (const { data } of codes) {
        claims.push(await nobody.post('/devices/claim', workstation().claim(data.code)))
      }
      t.equal(claims[0]?.status, 201)
      t.match(claims[1], { status: 409, message: /is called TILL already/ })
      t.match(await opened({ label: 'till' }), { status: 409, message: /is called till already/ })
    },
  )

  t.test('a key is one workstation’s for good; a lapsed one gives way by itself', async (t) => {
    const old = await activated({ lease_days: 1 })
    t.equal((await renewed(old)).status, 200)
    const { data } = await opened()
    const again = { ...workstation().claim(data.code), public_key: old.machine.public_key }
    t.match(await nobody.post('/devices/claim', again), {
      status: 409,
      message: 'This key is known already.',
    })
    clock.advance(days(1) + hours(1))
    await watchLeases()
    t.match(await shown(old.id), { status: 'LAPSED' })
    const machine = { ...workstation(), fingerprint: old.machine.fingerprint }
    const code = (await opened()).data.code
    const claim = { ...machine.claim(code), fingerprint: machine.fingerprint }
    t.equal((await nobody.post('/devices/claim', claim)).status, 201)
    t.match(await shown(old.id), { status: 'REVOKED', revoke_reason: 'REPLACED' })
  })

  t.test('what may be named as replaced', async (t) => {
    const admin = await it()
    const branch = (await admin.post('/facilities', { name: 'Far', code: 'FAR', kind: 'CLINIC' }))
      .data
    const desk = await activated()
    t.match(await opened({ facility_id: branch.id, replaces_device_id: desk.id }), {
      status: 400,
      message: 'replaces_device_id is a workstation of another branch.',
    })
    await admin.post(`/devices/${desk.id}/revoke`, { reason: 'RETIRED' })
    t.match(await opened({ replaces_device_id: desk.id }), { status: 409, message: /was revoked/ })
    t.match(await admin.patch(`/devices/${desk.id}`, { label: 'Again' }), { status: 409 })
  })

  t.test('a renewal: not once revoked, not from elsewhere, not on other hardware', async (t) => {
    const admin = await it()
    const gone = await activated()
    const proof = await gone.machine.proof(nobody, gone.id)
    await admin.post(`/devices/${gone.id}/revoke`, { reason: 'LOST' })
    t.match(await nobody.post(`/devices/${gone.id}/renew`, proof), {
      status: 409,
      message: 'This workstation was revoked. Activate it again.',
    })
    const fenced = await activated()
    await admin.patch(`/devices/${fenced.id}`, { allowed_cidrs: ['10.0.0.0/8'] })
    t.match(await renewed(fenced), {
      status: 409,
      message: 'This workstation may not be used from this address.',
    })
    const moved = await activated()
    t.equal((await renewed(moved, { fingerprint: 'f'.repeat(64) })).status, 409)
    t.ok((await told('device.changed', moved.id)) > 0)
  })

  t.test('its sessions end when it is revoked and when it lapses', async (t) => {
    const [revoked, lapsed] = [await activated(), await activated({ lease_days: 1 })]
    t.same([await signedIn(revoked), await signedIn(lapsed)], [200, 200])
    t.same([await openAt(revoked.id), await openAt(lapsed.id)], [1, 1])
    await (await it()).post(`/devices/${revoked.id}/revoke`, { reason: 'STOLEN' })
    t.equal(await openAt(revoked.id), 0)
    clock.advance(days(1) + minutes(1))
    await theDeployment()
    await within(() => deployment.changeAnywhere({}, { clock_bad_until: instantIn(hours(1)) }))
    t.same(await watchLeases(), { lapsed: 0, warned: 0, unproven: 0 }, 'not by such a clock')
    await within(() => deployment.changeAnywhere({}, { clock_bad_until: null }))
    await watchLeases()
    t.equal(await openAt(lapsed.id), 0)
    t.match(
      (await new Ask(app, token).get('/auth/me')).message,
      /^The lease of this workstation ended on \d{4}-\d\d-\d\d\.$/,
    )
    t.ok((await told('device.lapsed', lapsed.id)) > 0)
  })

  t.test('networks that shut out open sessions are an act of force', async (t) => {
    const desk = await activated()
    t.equal(await signedIn(desk), 200)
    const admin = await it()
    const asked = { allowed_cidrs: ['10.0.0.0/8'] }
    t.equal((await admin.patch(`/devices/${desk.id}`, asked)).status, 409)
    t.equal((await admin.patch(`/devices/${desk.id}`, { ...asked, force: true })).status, 200)
  })

  t.test('people are told seven days and one day before, not of who was there today', async (t) => {
    const [silent, there] = [await activated(), await activated()]
    for (const desk of [silent, there]) await renewed(desk)
    const seen = () =>
      within(() =>
        devices.change(
          { hospital_id: hospital.id, id: there.id },
          { last_seen_at: clock.instant() },
        ),
      )
    const times: number[] = []
    for (const day of [22, 23.5, 24, 29.5, 29.6]) {
      clock.freeze(new Date(Date.parse(began) + days(day)).toISOString())
      await seen()
      const before = (await devices.find({ hospital_id: hospital.id, id: silent.id }))?.warned_days
      await watchLeases()
      const after = (await devices.find({ hospital_id: hospital.id, id: silent.id }))?.warned_days
      times.push(before === after ? 0 : (after ?? 0))
    }
    t.same(times, [0, 7, 0, 1, 0])
    t.ok((await told('device.lease_ending', silent.id)) > 0)
    t.equal(await told('device.lease_ending', there.id), 0)
  })

  t.test('a list names who is revoked until a day after the certificate ends', async (t) => {
    const desk = await activated({ lease_days: 1 })
    const { certificate_serial } = await shown(desk.id)
    await (await it()).post(`/devices/${desk.id}/revoke`, { reason: 'LOST' })
    const isNamed = async () => {
      await rebuild()
      const { entries } = new X509Crl(new Uint8Array(await currentList()))
      return entries.some(({ serialNumber }) => serialNumber === certificate_serial)
    }
    t.equal(await isNamed(), true)
    clock.advance(days(2) - hours(1))
    t.equal(await isNamed(), true)
    clock.advance(hours(2))
    t.equal(await isNamed(), false)
  })
})
