// A workstation that shows its certificate at a listener: the handshake is its proof (PLT-89, PLT-90).

import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { bind } from '../../../../daemon/edge/listeners.ts'
import { setCertificate, trustWorkstations } from '../../../../daemon/edge/certificate.ts'
import { readConfiguration } from '../../../../db/appliance/configuration/read.ts'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { roles } from '../../../../db/hospital/office/access/tables.ts'
import { rotateDevices } from '../../../../db/hospital/office/devices/ca.ts'
import { device_certificates } from '../../../../db/hospital/office/devices/tables.ts'
import { trustedAuthorities } from '../../../../db/hospital/office/devices/trusted.ts'
import { workstationAuthorities } from '../../../../db/appliance/pki/shown.ts'
import { account, password } from '../../../support/accounts.ts'
import type { Answer } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { folder } from '../../../support/folder.ts'
import { workstation } from '../../../support/workstation.ts'

/** A certificate of nobody the house knows. */
function ownMade(dir: string, name: string, subject: string) {
  const [cert, key] = [join(dir, `${name}.pem`), join(dir, `${name}.key`)]
  execFileSync(
    'openssl',
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30'
      .split(' ')
      .concat('-subj', subject, '-addext', 'subjectAltName=IP:127.0.0.1')
      .concat('-keyout', key, '-out', cert),
    { stdio: 'ignore' },
  )
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

/** What a forger would make: the right names, signed by an authority of the right name. */
function signedBy(dir: string, ca: { cert: string; key: string }, id: string, key: string) {
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  const request = execFileSync(
    'openssl',
    ['req', '-new', '-key', file('forged.key', key), '-subj', `/CN=${id}`],
    { encoding: 'utf8' },
  )
  const signing = ['-CA', file('forged-ca.pem', ca.cert), '-CAkey', file('forged-ca.key', ca.key)]
  const cert = execFileSync(
    'openssl',
    ['x509', '-req', '-in', file('forged.csr', request), ...signing, '-days', '30'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  return { cert, key }
}

t.test('a workstation shows its certificate', async (t) => {
  const house = await boot(t)
  const { people, facility_id, nobody, app } = house
  const it = await people.with('system_administrator')
  const dir = folder(t)
  const server = ownMade(dir, 'server', '/CN=127.0.0.1')
  const shown = {
    certificate: server.cert,
    key: server.key,
    min_version: '1.2' as const,
    workstations: await workstationAuthorities(),
  }
  const listeners = await bind([{ host: '127.0.0.1', port: 0 }], shown, (asked, answer) =>
    app.routing(asked, answer),
  )
  t.teardown(() => listeners.close(1000))
  const url = listeners.urls[0] ?? ''

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
    const { data } = await nobody.post('/devices/claim', machine.claim(made.data.code))
    const key = machine.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    return { machine, id: data.device.id as string, cert: data.certificate as string, key }
  }
  /** Each its own connection: who is connected shows itself once. */
  const post = (path: string, body: object, with_?: { cert: string; key: string }) =>
    new Promise<Pick<Answer, 'status' | 'message' | 'data'>>((resolve, reject) => {
      const agent = new Agent({
        ca: server.cert,
        ...(with_ === undefined ? {} : { cert: with_.cert, key: with_.key }),
      })
      const sent = request(
        `${url}/api/v1${path}`,
        { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
        (reply) => {
          let text = ''
          reply.setEncoding('utf8').on('data', (piece: string) => {
            text += piece
          })
          reply.on('end', () => {
            agent.destroy()
            resolve({ status: reply.statusCode, ...JSON.parse(text) })
          })
        },
      )
      sent.once('error', reject)
      sent.end(JSON.stringify(body))
    })
  const cashier = await account(house, { roles: ['cashier'] })
  const words = { username: cashier.username, password }
  const unproven = { status: 401, message: 'The workstation could not prove itself.' }

  t.test('the session is bound to it, and goes on from it alone', async (t) => {
    const [till, other] = [await activated(), await activated()]
    const entered = await post('/auth/login', words, till)
    t.match(entered, {
      status: 200,
      data: { device: { id: till.id, station_role: 'cashier' }, facility: { id: facility_id } },
    })
    const { refresh_token } = entered.data.tokens
    t.equal((await post('/auth/refresh', { refresh_token })).status, 401, 'without it')
    t.equal((await post('/auth/refresh', { refresh_token }, other)).status, 401, 'from another')
    const again = await post('/auth/refresh', { refresh_token }, till)
    t.equal(again.status, 200)
    const headers = await till.machine.proof(nobody, till.id, 'refresh')
    t.match(
      await app.inject({
        method: 'POST',
        url: '/api/v1/auth/refresh',
        payload: { refresh_token: again.data.tokens.refresh_token },
        headers: {
          'x-device-id': till.id,
          'x-device-challenge': headers.challenge,
          'x-device-signature': headers.signature,
        },
      }),
      { statusCode: 200 },
      'the two ways are one',
    )
  })

  t.test('a role that asks for a workstation is let in by it', async (t) => {
    const hospital_id = house.hospital.id
    const till = await activated()
    const before = await roles.find({ hospital_id, code: 'cashier' })
    const ask = (device_required: boolean) =>
      within(() => roles.change({ hospital_id, id: before?.id ?? '' }, { device_required }))
    await ask(true)
    t.match(await post('/auth/login', words), {
      status: 401,
      message: 'Your role signs in at an activated workstation only.',
    })
    t.equal((await post('/auth/login', words, till)).status, 200)
    await ask(false)
  })

  t.test('somebody else’s certificate says nothing', async (t) => {
    const card = ownMade(dir, 'card', '/CN=Smart-card')
    t.match(await post('/auth/login', words, card), { status: 200, data: { device: null } })
    const nameless = ownMade(dir, 'nameless', '/')
    t.match(await post('/auth/login', words, nameless), { status: 200, data: { device: null } })
  })

  t.test('one that only says so is refused', async (t) => {
    const till = await activated()
    const false_ca = ownMade(dir, 'false-ca', '/CN=Kituo Device CA')
    const other = ownMade(dir, 'other', '/CN=other')
    t.match(await post('/auth/login', words, signedBy(dir, false_ca, till.id, other.key)), unproven)
    t.match(
      await post('/auth/login', words, signedBy(dir, false_ca, till.id, till.key)),
      unproven,
      'with its own key, of a serial that was never given out',
    )
    await within(() =>
      device_certificates.change(
        { hospital_id: house.hospital.id, device_id: till.id },
        { revoked_at: clock.instant() },
      ),
    )
    t.match(await post('/auth/login', words, till), unproven, 'its certificate was taken back')
  })

  t.test('revoked, from outside its networks: in the words of PLT-90', async (t) => {
    const till = await activated()
    t.equal((await it.post(`/devices/${till.id}/revoke`, { reason: 'STOLEN' })).status, 200)
    t.match(await post('/auth/login', words, till), {
      status: 401,
      message: 'This workstation was revoked.',
    })
    const far = await activated()
    t.equal((await it.patch(`/devices/${far.id}`, { allowed_cidrs: ['10.9.0.0/16'] })).status, 200)
    t.match(await post('/auth/login', words, far), {
      status: 401,
      message: 'This workstation may not be used from this address.',
    })
  })

  t.test('after a rotation both authorities are asked for', async (t) => {
    const before = await activated()
    setCertificate({
      configuration: () => readConfiguration({ place: 'clone', env: {}, flags: {} }),
      listeners,
      shown,
    })
    t.teardown(() => setCertificate(null))
    await rotateDevices()
    t.equal(await trustWorkstations(), 1, 'the listeners take it in without a stop')
    t.equal(await trustWorkstations(), 0)
    t.equal(trustedAuthorities().length, 2)
    const after = await activated()
    for (const one of [before, after]) {
      t.match(await post('/auth/login', words, one), {
        status: 200,
        data: { device: { id: one.id } },
      })
    }
    const asked = `openssl s_client -connect ${new URL(url).host} < /dev/null`
    const { stdout: named } = await promisify(execFile)('sh', ['-c', asked])
    t.equal(
      named.match(/^CN ?= ?Kituo Device CA/gm)?.length,
      2,
      'a browser offers no other certificate',
    )
  })
})
