import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import 'reflect-metadata'
import { X509Crl } from '@peculiar/x509'
import t from 'tap'
import { clock, days, hours, instantIn, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { list as listed } from '../../../../db/hospital/office/devices/devices.ts'
import { watchLeases } from '../../../../db/hospital/office/devices/leases.ts'
import { rebuildIfDue } from '../../../../db/hospital/office/devices/list-wanted.ts'
import { device_certificates, devices } from '../../../../db/hospital/office/devices/tables.ts'
import { rebuild } from '../../../../db/hospital/office/devices/revocation-list.ts'
import { clockState, noteTime, type Noted } from '../../../../db/appliance/timetable/clock-guard.ts'
import { deployment } from '../../../../db/appliance/timetable/tables.ts'
import { boot } from '../../../support/boot.ts'
import { folder } from '../../../support/folder.ts'
import { workstation } from '../../../support/workstation.ts'

t.test('workstations', async (t) => {
  const house = await boot(t)
  const { people, facility_id, nobody } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  // A session lives a quarter of an hour, and the clock is moved by days here.
  let signed_in = { at: 0, person: await people.with('system_administrator') }
  const who = async () => {
    if (Math.abs(clock.ms() - signed_in.at) > minutes(10)) {
      signed_in = { at: clock.ms(), person: await people.with('system_administrator') }
    }
    return signed_in.person
  }
  const it = {
    get: async (path: string, query?: Record<string, string>) => (await who()).get(path, query),
    post: async (path: string, body: object) => (await who()).post(path, body),
    patch: async (path: string, body: object) => (await who()).patch(path, body),
  }
  const nurse = await people.with('nurse')
  let labels = 0
  const activation = async (more: object = {}) => {
    labels += 1
    const label = `Desk ${labels}`
    const answer = await it.post('/devices/activations', {
      facility_id,
      label,
      station_role: 'reception',
      ...more,
    })
    return answer
  }
  const activated = async (more: object = {}) => {
    const machine = workstation()
    const { data } = await activation(more)
    const answer = await nobody.post('/devices/claim', machine.claim(data.code))
    return { machine, answer, device: answer.data?.device, activation: data }
  }

  // PLT-83
  t.test('a code is shown once, lives as long as was said, and can be cancelled', async (t) => {
    const made = await activation()
    t.match(made, {
      status: 201,
      data: {
        status: 'PENDING',
        code: /^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/,
        expires_in_hours: 24,
        expires_at: '2026-03-11T09:00:00.000Z',
        lease_days: 30,
        never_expires: false,
      },
    })
    t.equal(made.data.code_hint, made.data.code.slice(-2))
    t.notOk((await it.get(`/devices/activations/${made.data.id}`)).data.code)
    const cancelled = await it.post(`/devices/activations/${made.data.id}/cancel`, {})
    t.match(cancelled, { status: 200, data: { status: 'CANCELLED' } })
    const short = await activation({ expires_in_hours: 3 })
    clock.advance(hours(2))
    const ended = await it.post(`/devices/activations/${short.data.id}/cancel`, {})
    t.match(ended.data, { status: 'CANCELLED', expires_in_hours: 3 }, 'as it was asked for')
    const again = await activation({ expires_in_hours: 3 })
    clock.advance(hours(2))
    const anew = `/devices/activations/${again.data.id}/reissue`
    t.match((await it.post(anew, { expires_in_hours: 5 })).data, { expires_in_hours: 5 })
    t.match((await it.post(anew, { never_expires: true })).data, { expires_in_hours: null })
    clock.freeze('2026-03-10T09:00:00.000Z')
    t.equal((await it.post(`/devices/activations/${made.data.id}/cancel`, {})).status, 409)
    const claimed = await nobody.post('/devices/claim', workstation().claim(made.data.code))
    t.match(claimed, {
      status: 400,
      message: 'The code is not right, has run out or was already used.',
    })
    const forever = await activation({ never_expires: true })
    t.equal(forever.data.expires_at, null)
    for (const [given, said] of [
      [
        { never_expires: true, expires_in_hours: 5 },
        'expires_in_hours must be left out when the code never expires.',
      ],
      [
        { allowed_cidrs: ['10.0.0.300/8'] },
        'allowed_cidrs holds "10.0.0.300/8", which is not a network.',
      ],
    ] as const) {
      t.match(await activation(given), { status: 400, message: said })
    }
    t.equal((await nurse.post('/devices/activations', {})).status, 403)
  })

  // PLT-84
  t.test('a claim makes a workstation; of two with one code exactly one wins', async (t) => {
    const { data } = await activation()
    const count = async () => (await it.get(`/facilities/${facility_id}`)).data.device_count
    t.equal(await count(), 0)
    const machines = [workstation(), workstation(), workstation()]
    const typed = data.code.toLowerCase().replace('-', ' ')
    const answers = await Promise.all(
      machines.map((machine) => nobody.post('/devices/claim', machine.claim(typed))),
    )
    t.same(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [201, 400, 400],
    )
    t.equal(await count(), 1, 'its branch has one more')
    const index = answers.findIndex(({ status }) => status === 201)
    const winner = machines[index] as ReturnType<typeof workstation>
    t.match(answers[index]?.data, {
      device: { status: 'ACTIVE', lease_until: '2026-04-09T09:00:00.000Z' },
      renew_after: '2026-03-25T09:00:00.000Z',
      facility: { id: facility_id },
    })
    const again = await nobody.post('/devices/claim', winner.claim(data.code))
    t.equal(again.status, 200)
    t.equal(again.data.certificate, answers[index]?.data.certificate, 'the same within 10 minutes')
    clock.advance(minutes(11))
    t.equal((await nobody.post('/devices/claim', winner.claim(data.code))).status, 400)
    clock.freeze('2026-03-10T09:00:00.000Z')
    const other = await activation()
    const standing = await nobody.post('/devices/claim', winner.claim(other.data.code))
    t.match(standing, { status: 409, message: /is already activated as Desk/ })
  })

  t.test('what is wrong with a claim is said', async (t) => {
    const { data } = await activation({ allowed_cidrs: ['10.1.0.0/16'] })
    const machine = workstation()
    const claim = machine.claim(data.code)
    for (const [given, status, said] of [
      [{ public_key: 'AAAA' }, 400, 'public_key must be a P-256 public key (SPKI DER, base64).'],
      [{ fingerprint: 'a'.repeat(63) }, 400, 'fingerprint must be 64 hexadecimal digits.'],
      [{ key_scope: 'tpm' }, 400, /^key_scope must be/],
      [{}, 409, 'This workstation may not be activated from 127.0.0.1.'],
    ] as const) {
      t.match(await nobody.post('/devices/claim', { ...claim, ...given }), {
        status,
        message: said,
      })
    }
    t.match(await it.get(`/devices/activations/${data.id}`), { data: { status: 'PENDING' } })
  })

  // PLT-85, PLT-86, PLT-91
  t.test(
    'openssl verifies its certificate, and the list once it is revoked (OPS-138)',
    async (t) => {
      const { answer, device } = await activated()
      const dir = folder(t)
      const keep = (name: string, bytes: string | Buffer): string => {
        writeFileSync(join(dir, name), bytes)
        return join(dir, name)
      }
      const openssl = (...words: string[]): string =>
        execFileSync('openssl', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      const ca = keep('ca.pem', (await nobody.get('/devices/ca')).raw)
      const pem = keep('device.pem', answer.data.certificate)
      const at = ['-attime', String(Math.floor(clock.ms() / 1000))]
      t.match(openssl('verify', ...at, '-CAfile', ca, pem), /OK/)
      const read = new X509Certificate(answer.data.certificate)
      t.match(read.subject, new RegExp(`CN=${device.id}`))
      t.match(read.subject, /OU=reception/)
      t.match(read.subjectAltName, `URI:urn:kituo:device:${device.id}`)
      t.equal(read.ca, false)
      const text = openssl('x509', '-in', pem, '-noout', '-text')
      t.match(text, /TLS Web Client Authentication/)
      t.match(text, /Digital Signature/)
      t.match(text, /api\/v1\/devices\/crl/)

      const gone = await it.post(`/devices/${device.id}/revoke`, {
        reason: 'LOST',
        note: 'in a taxi',
      })
      t.match(gone, { status: 200, data: { status: 'REVOKED', revoke_reason: 'LOST' } })
      t.equal(await rebuildIfDue(), 1)
      const crl = keep('list.pem', (await nobody.get('/devices/crl', { format: 'pem' })).raw)
      t.match(openssl('crl', '-in', crl, '-noout', '-text'), /Key Compromise/)
      t.match(openssl('crl', '-in', crl, '-noout', '-crlnumber'), /crlNumber=0x0?1/)
      t.match(openssl('crl', '-in', crl, '-noout', '-verify', '-CAfile', ca), /^/)
      t.throws(
        () => openssl('verify', ...at, '-crl_check', '-CAfile', ca, '-CRLfile', crl, pem),
        /certificate revoked/,
      )
      t.equal((await it.post(`/devices/${device.id}/revoke`, { reason: 'LOST' })).status, 409)
      t.equal((await nobody.post(`/devices/${device.id}/challenge`, {})).status, 409)
      const der = keep('list.der', (await nobody.get('/devices/crl')).raw)
      t.match(openssl('crl', '-inform', 'DER', '-in', der, '-noout', '-crlnumber'), /0x0?1/)
      t.match(await it.get('/devices/ca/info'), {
        data: { subject: /CN=Kituo Device CA/, crl_number: 1, crl_entries: 1, previous: [] },
      })
    },
  )

  // 6.2, OPS-98: what is served by a clock that jumped.
  t.test('the last good list is served past its end, and by none that is older', async (t) => {
    const own: Noted = { deployment_id: '', at: '' }
    const here = clock.instant()
    const list = async () => new X509Crl((await nobody.get('/devices/crl')).raw)
    await noteTime(own)
    const good = await list()
    clock.advance(days(8))
    t.equal(await noteTime(own), true, 'the guard has it')
    t.ok((good.nextUpdate?.getTime() ?? 0) < clock.ms())
    t.equal(await rebuildIfDue(), 0, 'no day is over by such a clock')
    t.same((await list()).rawData, good.rawData)
    // Kituo itself goes by the database: a workstation that is revoked now is out at once.
    const { device } = await activated()
    const gone = { reason: 'STOLEN' }
    t.match(await it.post(`/devices/${device.id}/revoke`, gone), { status: 200 })
    t.equal((await nobody.post(`/devices/${device.id}/challenge`, {})).status, 409)
    t.equal(await rebuildIfDue(), 1)
    const longer = await list()
    t.equal(longer.entries.length, good.entries.length + 1)
    t.same(longer.thisUpdate, good.thisUpdate)
    clock.freeze(here)
    clock.advance(-days(3))
    t.equal(await noteTime(own), true, 'and back')
    await rebuild()
    t.same((await list()).thisUpdate, good.thisUpdate, 'not replaced by an older one')
    clock.freeze(here)
    await within(() => deployment.changeAnywhere({}, { clock_bad_until: null }))
    t.equal((await clockState()).state, 'OK')
  })

  // PLT-87, 88
  t.test('a lease is renewed with proof, in both forms of a signature (OPS-139)', async (t) => {
    const { machine, device } = await activated({ lease_days: 10 })
    clock.advance(days(4))
    for (const form of ['der', 'raw'] as const) {
      const proof = await machine.proof(nobody, device.id, 'lease', form)
      const renewed = await nobody.post(`/devices/${device.id}/renew`, {
        ...proof,
        app_version: '1.1.0',
      })
      t.match(renewed, { status: 200, data: { lease_until: '2026-03-24T09:00:00.000Z' } }, form)
      t.match(
        await nobody.post(`/devices/${device.id}/renew`, proof),
        { status: 401, message: 'The workstation could not prove itself.' },
        'once only',
      )
    }
    const shown = await it.get(`/devices/${device.id}`)
    t.match(shown.data, { app_version: '1.1.0', status: 'ACTIVE' })
    t.not(shown.data.certificate_serial, device.certificate_serial)
    const { data } = await it.get(`/devices/${device.id}/events`)
    t.same(
      data.map(({ kind }: { kind: string }) => kind),
      ['REFUSED', 'RENEWED', 'REFUSED', 'RENEWED', 'ACTIVATED'],
    )
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('a proof fits one purpose, one workstation, one minute and its own key', async (t) => {
    const one = await activated()
    const two = await activated()
    const renew = (id: string, proof: object) => nobody.post(`/devices/${id}/renew`, proof)
    const wrong = { status: 401, message: 'The workstation could not prove itself.' }
    t.match(
      await renew(one.device.id, await one.machine.proof(nobody, one.device.id, 'sign-in')),
      wrong,
    )
    t.match(await renew(one.device.id, await one.machine.proof(nobody, two.device.id)), wrong)
    t.match(await renew(one.device.id, await two.machine.proof(nobody, one.device.id)), wrong)
    const late = await one.machine.proof(nobody, one.device.id)
    clock.advance(minutes(2))
    t.match(await renew(one.device.id, late), wrong)
    const burnt = await one.machine.proof(nobody, one.device.id)
    t.match(await renew(one.device.id, { ...burnt, signature: 'AAAA' }), wrong)
    t.match(await renew(one.device.id, burnt), wrong, 'a wrong signature burns its challenge')
    const moved = await one.machine.proof(nobody, one.device.id)
    t.match(await renew(one.device.id, { ...moved, fingerprint: 'f'.repeat(64) }), {
      status: 409,
      message: "This workstation's hardware has changed. Activate it again.",
    })
    t.equal((await renew('0199a5c2-7d1e-7000-8000-000000000001', burnt)).status, 404)
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('a lease that ended lapses; within a week it can be had again', async (t) => {
    const { machine, device } = await activated({ lease_days: 3 })
    await nobody.post(`/devices/${device.id}/renew`, await machine.proof(nobody, device.id))
    clock.advance(days(3) + hours(1))
    t.ok((await watchLeases()).lapsed > 0)
    t.match(await it.get(`/devices/${device.id}`), { data: { status: 'LAPSED' } })
    const renew = async () =>
      nobody.post(`/devices/${device.id}/renew`, await machine.proof(nobody, device.id))
    t.match(await renew(), { status: 200 })
    clock.advance(days(3 + 8))
    await watchLeases()
    t.match(await renew(), {
      status: 409,
      message: 'The lease of this workstation ended on 2026-03-16. Ask your administrator.',
    })
    const extended = await it.post(`/devices/${device.id}/extend`, { days: 5, reason: 'on leave' })
    t.match(extended, { status: 200, data: { status: 'ACTIVE' } })
    t.match(await renew(), { status: 200 })
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('a key that is not proved within a day is not believed', async (t) => {
    const { device } = await activated()
    clock.advance(hours(25))
    t.ok((await watchLeases()).unproven > 0)
    t.match(await it.get(`/devices/${device.id}`), {
      data: { status: 'REVOKED', revoke_reason: 'OTHER', revoke_note: 'never proved its key' },
    })
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('a replaced workstation is revoked when the new one claims', async (t) => {
    const old = await activated()
    const next = await activated({ label: old.device.label, replaces_device_id: old.device.id })
    t.equal(next.answer.status, 201)
    t.match(await it.get(`/devices/${old.device.id}`), {
      data: { status: 'REVOKED', revoke_reason: 'REPLACED' },
    })
  })

  t.test('the list finds by label, state and silence, and needs the permission', async (t) => {
    t.equal((await nurse.get('/devices')).status, 403)
    const { device } = await activated({ label: 'Pharmacy counter', station_role: 'pharmacy' })
    t.match(await it.get('/devices', { search: 'counter' }), { data: [{ id: device.id }] })
    t.match(await it.get('/devices', { station_role: 'pharmacy' }), { data: [{ id: device.id }] })
    const narrowed = async (more: object): Promise<boolean> => {
      const { rows } = await listed(house.system, { page: 1, per_page: 200, ...more })
      return rows.some(({ id }) => id === device.id)
    }
    t.equal(await narrowed({ authority: 'present' }), true)
    t.equal(await narrowed({ authority: 'previous' }), false, 'OPS-141: nothing to renew')
    t.equal(await narrowed({ ending_by: device.lease_until }), true)
    t.equal(await narrowed({ ending_by: instantIn(days(29)) }), false)
    clock.advance(days(16))
    const quiet = (await it.get('/devices', { status: 'quiet' })).data
    t.ok(quiet.some(({ id }: { id: string }) => id === device.id))
    clock.freeze('2026-03-10T09:00:00.000Z')
    t.match(await it.patch(`/devices/${device.id}`, { label: 'Counter 2', lease_days: 0 }), {
      status: 400,
    })
    t.match(await it.patch(`/devices/${device.id}`, { label: 'Counter 2', lease_days: 60 }), {
      status: 200,
      data: { label: 'Counter 2', lease_days: 60 },
    })
    const kept = await within(() => device_certificates.allAnywhere({ device_id: device.id }))
    t.equal(kept.length, 1)
    t.ok((await devices.allAnywhere({ id: device.id }))[0]?.search_text.includes('counter 2'))
  })

  t.test('a code that waited until its branch was closed lets nobody in', async (t) => {
    const branch = { name: 'Far', code: 'FAR', kind: 'HEALTH_CENTRE' }
    const { id } = (await it.post('/facilities', branch)).data
    const { data } = await activation({ facility_id: id })
    t.equal((await it.post(`/facilities/${id}/deactivate`, { reason: 'no staff' })).status, 200)
    const closed = {
      status: 409,
      message: 'Far is closed: no workstation can be activated there.',
    }
    t.match(await nobody.post('/devices/claim', workstation().claim(data.code)), closed)
    t.match(await it.post(`/devices/activations/${data.id}/reissue`, {}), closed)
  })

  t.test('ten wrong codes shut an address out for the rest of the hour', async (t) => {
    clock.freeze('2026-03-10T20:30:00.000Z')
    const machine = workstation()
    const claim = (code: string) => nobody.post('/devices/claim', machine.claim(code))
    for (let n = 0; n < 10; n++) t.equal((await claim('22222-22222')).status, 400)
    const shut = await claim((await activation()).data.code)
    t.equal(shut.status, 429)
    t.equal(shut.headers['retry-after'], '1800')
    clock.freeze('2026-03-10T21:00:00.000Z')
    t.equal((await claim((await activation()).data.code)).status, 201)
    clock.freeze('2026-03-10T09:00:00.000Z')
  })
})
