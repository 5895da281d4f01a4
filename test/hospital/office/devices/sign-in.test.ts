// PLT-89, PLT-90: signing in at a workstation.

import t from 'tap'
import { clock, days, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { roles } from '../../../../db/hospital/office/access/tables.ts'
import { watchLeases } from '../../../../db/hospital/office/devices/leases.ts'
import { type Noted, noteTime } from '../../../../db/appliance/timetable/clock-guard.ts'
import { deployment } from '../../../../db/appliance/timetable/tables.ts'
import { account, password } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { until } from '../../../support/programs/daemons.ts'
import { workstation } from '../../../support/workstation.ts'

t.test('at a workstation', async (t) => {
  const house = await boot(t)
  const { people, facility_id, nobody, app, hospital } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const it = await people.with('system_administrator')
  const cashier = await account(house, { roles: ['cashier'] })
  let labels = 0

  const activated = async (more: object = {}) => {
    const machine = workstation()
    labels += 1
    const made = await it.post('/devices/activations', {
      facility_id,
      label: `Till ${labels}`,
      station_role: 'cashier',
      ...more,
    })
    const claimed = await nobody.post('/devices/claim', machine.claim(made.data.code))
    return { machine, id: claimed.data.device.id as string }
  }
  const call = async (
    path: string,
    payload: object,
    headers: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
  ) => {
    const reply = await app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      payload,
      headers,
      remoteAddress,
    })
    return { status: reply.statusCode, ...reply.json() }
  }
  const proven = async ({ machine, id }: Awaited<ReturnType<typeof activated>>, what: string) => {
    const { challenge, signature } = await machine.proof(nobody, id, what)
    return { 'x-device-id': id, 'x-device-challenge': challenge, 'x-device-signature': signature }
  }
  const words = { username: cashier.username, password }

  t.test('a session is bound to it and to its branch', async (t) => {
    const till = await activated()
    const entered = await call('/auth/login', words, await proven(till, 'sign-in'))
    t.match(entered, {
      status: 200,
      data: { device: { id: till.id, station_role: 'cashier' }, facility: { id: facility_id } },
    })
    t.match((await it.get(`/devices/${till.id}`)).data, { open_sessions: 1 })
    const { refresh_token } = entered.data.tokens
    t.equal((await call('/auth/refresh', { refresh_token })).status, 401, 'without a new proof')
    const again = await call('/auth/refresh', { refresh_token }, await proven(till, 'refresh'))
    t.equal(again.status, 200)
    const proof = await proven(till, 'refresh')
    t.equal((await it.post(`/devices/${till.id}/revoke`, { reason: 'STOLEN' })).status, 200)
    const me = await app.inject({
      url: '/api/v1/auth/me',
      headers: { authorization: `Bearer ${again.data.tokens.access_token}` },
    })
    const revoked = 'This workstation was revoked.'
    t.match({ status: me.statusCode, ...me.json() }, { status: 401, message: revoked }, 'PLT-90')
    const going_on = { refresh_token: again.data.tokens.refresh_token }
    t.match(await call('/auth/refresh', going_on, proof), { status: 401, message: revoked })
  })

  t.test('all three headers or none, and a proof that counts', async (t) => {
    const till = await activated()
    const headers = await proven(till, 'sign-in')
    t.match(await call('/auth/login', words, { 'x-device-id': till.id }), {
      status: 400,
      message: /^X-Device-Id comes with/,
    })
    const unproven = { status: 401, message: 'The workstation could not prove itself.' }
    t.match(await call('/auth/login', words, await proven(till, 'lease')), unproven)
    t.equal((await call('/auth/login', words, headers)).status, 200)
    t.match(await call('/auth/login', words, headers), unproven, 'once only')
  })

  t.test(
    'addresses (PLT-92), leases and branches are held against it, in these words',
    async (t) => {
      const fenced = await activated({ allowed_cidrs: ['127.0.0.0/8'] })
      const away = 'This workstation may not be used from this address.'
      t.match(await call('/auth/login', words, await proven(fenced, 'sign-in'), '10.9.9.9'), {
        status: 401,
        message: away,
      })
      const entered = await call('/auth/login', words, await proven(fenced, 'sign-in'))
      const authorization = `Bearer ${entered.data.tokens.access_token}`
      const from = async (remoteAddress: string) =>
        (
          await app.inject({ url: '/api/v1/auth/me', headers: { authorization }, remoteAddress })
        ).json()
      t.equal((await from('127.0.0.1')).success, true)
      t.equal((await from('10.9.9.9')).message, away)
      t.match(await it.patch(`/devices/${fenced.id}`, { allowed_cidrs: ['10.0.0.0/8'] }), {
        status: 409,
        message: '1 open sessions come from outside these networks.',
      })
      const branch = (
        await it.post('/facilities', { name: 'Far', code: 'FAR', kind: 'HEALTH_CENTRE' })
      ).data
      const far = await activated({ facility_id: branch.id })
      t.match(await call('/auth/login', words, await proven(far, 'sign-in')), {
        status: 401,
        message: 'Your account does not work at Far.',
      })
      const short = await activated({ lease_days: 1 })
      const proof = await short.machine.proof(nobody, short.id)
      await nobody.post(`/devices/${short.id}/renew`, proof)
      clock.advance(days(1) + minutes(1))
      t.match(await call('/auth/login', words, await proven(short, 'sign-in')), {
        status: 401,
        message: 'The lease of this workstation ended on 2026-03-11.',
      })
      await watchLeases()
      clock.freeze('2026-03-10T09:00:00.000Z')
    },
  )

  t.test('a session goes on from where its workstation may be, by its proof', async (t) => {
    const till = await activated({ allowed_cidrs: ['127.0.0.0/8'] })
    const { data } = await call('/auth/login', words, await proven(till, 'sign-in'))
    const { refresh_token } = data.tokens
    t.match(
      await call('/auth/refresh', { refresh_token }, await proven(till, 'refresh'), '10.9.9.9'),
      { status: 401, message: 'This workstation may not be used from this address.' },
    )
    const again = await call('/auth/refresh', { refresh_token }, await proven(till, 'refresh'))
    t.equal(again.status, 200, 'what was refused has used up nothing but the proof')
  })

  t.test('a header that is no id of a workstation proves nothing', async (t) => {
    for (const id of ['x'.repeat(400), 'Till 1', '0199a5c2-7d1e-7000-8000-000000000001']) {
      const headers = {
        'x-device-id': id,
        'x-device-challenge': 'x'.repeat(43),
        'x-device-signature': 'AAAA',
      }
      t.match(await call('/auth/login', words, headers), {
        status: 401,
        message: 'The workstation could not prove itself.',
      })
    }
  })

  // PLT-89, PLT-93
  t.test('it is seen by whoever works there, and not by who only says its name', async (t) => {
    const till = await activated()
    const seen = async () => (await it.get(`/devices/${till.id}`)).data
    const { data } = await call('/auth/login', words, await proven(till, 'sign-in'))
    const { version } = await seen()
    clock.advance(minutes(5))
    const wrong = { ...(await proven(till, 'sign-in')), 'x-device-signature': 'AAAA' }
    t.equal((await call('/auth/login', words, wrong, '10.9.9.9')).status, 401)
    t.match(await seen(), { last_seen_at: '2026-03-10T09:00:00.000Z', last_ip: '127.0.0.1' })
    const authorization = `Bearer ${data.tokens.access_token}`
    await app.inject({ url: '/api/v1/auth/me', headers: { authorization } })
    await until(
      'the workstation is seen',
      async () => (await seen()).last_seen_at === '2026-03-10T09:05:00.000Z',
    )
    t.equal((await seen()).version, version, 'nobody’s edit of it is in the way')
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  // PLT-94
  t.test('by a clock that jumped no lease is over', async (t) => {
    const till = await activated({ lease_days: 1 })
    const own: Noted = { deployment_id: '', at: '' }
    await noteTime(own)
    clock.advance(days(20))
    const over = { status: 401, message: 'The lease of this workstation ended on 2026-03-11.' }
    t.match(await call('/auth/login', words, await proven(till, 'sign-in')), over)
    t.equal(await noteTime(own), true, 'the guard has it')
    const entered = await call('/auth/login', words, await proven(till, 'sign-in'))
    t.equal(entered.status, 200)
    const headers = { authorization: `Bearer ${entered.data.tokens.access_token}` }
    t.equal((await app.inject({ url: '/api/v1/auth/me', headers })).statusCode, 200)
    const proof = await till.machine.proof(nobody, till.id)
    t.equal((await nobody.post(`/devices/${till.id}/renew`, proof)).status, 200)
    await within(() => deployment.changeAnywhere({}, { clock_bad_until: null }))
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('a role may ask for a workstation', async (t) => {
    await within(() =>
      roles.change({ hospital_id: hospital.id, code: 'cashier' }, { device_required: true }),
    )
    t.match(await call('/auth/login', words), {
      status: 401,
      message: 'Your role signs in at an activated workstation only.',
    })
    const till = await activated()
    t.equal((await call('/auth/login', words, await proven(till, 'sign-in'))).status, 200)
  })
})
