// Whose address a request has, and which origins may call (PLT-8, PLT-10, OPS-23).

import t from 'tap'
import { buildApp } from '../../../daemon/edge/app.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import { clock, minutes } from '../../../db/core/clock.ts'
import { boot } from '../../support/boot.ts'

const url = '/api/v1/reference/countries'

t.test('addresses and origins', async (t) => {
  await boot(t)
  clock.freeze('2026-03-01T08:00:10Z')
  t.beforeEach(() => clock.advance(minutes(1)))
  const app = await buildApp({
    hospital: hospital_doors,
    messaging: messaging_doors,
    limits: { sign_in: 2, open: 2 },
    trusted_proxies: ['10.0.0.0/8'],
    origins: ['https://front.example'],
  })
  t.teardown(() => app.close())
  const from = async (remoteAddress: string, forwarded?: string): Promise<number> => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return (await app.inject({ url, remoteAddress, headers })).statusCode
  }

  t.test('behind a trusted proxy the last address counts that it did not add', async (t) => {
    t.equal(await from('10.0.0.7', '192.0.2.1, 203.0.113.9'), 200)
    t.equal(await from('10.0.0.7', '192.0.2.2, 203.0.113.9, 10.0.0.8'), 200)
    t.equal(
      await from('10.0.0.7', '192.0.2.3, 203.0.113.9'),
      429,
      'what a client made up is nothing',
    )
    t.equal(await from('10.0.0.7', '203.0.113.10'), 200, 'another client of the proxy')
  })

  t.test('the port that a proxy writes makes no other client of it', async (t) => {
    t.equal(await from('10.0.0.7', '203.0.113.30:40001'), 200)
    t.equal(await from('10.0.0.7', '203.0.113.30:40002'), 200)
    t.equal(await from('10.0.0.7', '203.0.113.30:40003'), 429)
    t.equal(await from('10.0.0.7', '203.0.113.31:40001, 10.0.0.8:443'), 200)
    t.equal(await from('10.0.0.7', '203.0.113.31:40002, 10.0.0.8:444'), 200)
    t.equal(await from('10.0.0.7', '203.0.113.31, 10.0.0.8'), 429, 'nor of one behind another')
    t.equal(await from('10.0.0.7', '[2001:db8::1]:40001'), 200)
    t.equal(await from('10.0.0.7', '[2001:db8::1]:40002'), 200)
    t.equal(await from('10.0.0.7', '2001:db8::1'), 429)
  })

  t.test('from anywhere else the header is ignored', async (t) => {
    t.equal(await from('198.51.100.1', '203.0.113.20'), 200)
    t.equal(await from('198.51.100.1', '203.0.113.21'), 200)
    t.equal(await from('198.51.100.1', '203.0.113.22'), 429)
    t.equal(await from('198.51.100.2', '203.0.113.22'), 200)
  })

  t.test('an IPv4 address in IPv6 is that address', async (t) => {
    t.equal(await from('198.51.100.3'), 200)
    t.equal(await from('::ffff:198.51.100.3'), 200)
    t.equal(await from('198.51.100.3'), 429)
  })

  t.test('an origin that is named is answered, another is not', async (t) => {
    const called = async (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
      (await app.inject({ method, url, headers: { origin } })).headers
    t.equal(
      (await called('https://front.example'))['access-control-allow-origin'],
      'https://front.example',
    )
    t.notOk((await called('https://evil.example'))['access-control-allow-origin'])
    t.match(await called('https://evil.example'), {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })
})
