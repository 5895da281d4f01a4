// Where the house says it is found: `public_url`, else the listener's own address, and never what a client wrote
// in its Host header.

import { request } from 'node:http'
import t from 'tap'
import { buildApp } from '../../../daemon/edge/app.ts'
import { bind } from '../../../daemon/edge/listeners.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import { boot } from '../../support/boot.ts'
import { workstation } from '../../support/workstation.ts'

t.test('where the house is found', async (t) => {
  const { people, facility_id } = await boot(t)
  const it = await people.with('system_administrator')
  let told: string | null = null
  const app = await buildApp({
    hospital: hospital_doors,
    messaging: messaging_doors,
    public_url: () => told,
    trusted_proxies: ['127.0.0.1'],
  })
  await app.ready()
  const listeners = await bind([{ host: '127.0.0.1', port: 0 }], null, (asked, answer) =>
    app.routing(asked, answer),
  )
  t.teardown(async () => {
    await listeners.close(1000)
    await app.close()
  })
  const own = listeners.urls[0] ?? ''

  /** As somebody asks who wants the house to say another address. */
  const asked = (method: string, path: string, body?: object): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
      }
      const sent = request(`${own}${path}`, { method, headers, agent: false }, (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        reply.on('end', () => resolve(text))
      })
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  let labels = 0
  const certificate = async (): Promise<string> => {
    labels += 1
    const opened = { facility_id, label: `Desk ${labels}`, station_role: 'cashier' }
    const { data } = await it.post('/devices/activations', opened)
    const answer = await asked('POST', '/api/v1/devices/claim', workstation().claim(data.code))
    const pem: string = JSON.parse(answer).data.certificate
    return Buffer.from(pem.replaceAll(/-----.*-----|\s/g, ''), 'base64').toString('latin1')
  }
  const places = async () => [
    await asked('GET', '/api/v1/postman/environment.json'),
    await asked('GET', '/v1/wallet'),
    await asked('GET', '/docs/messaging'),
    await certificate(),
  ]

  for (const [name, url] of [
    ['without public_url: the listener itself', null],
    ['public_url, where it is set', 'https://kituo.example.org'],
  ] as const) {
    t.test(name, async (t) => {
      told = url
      for (const text of await places()) {
        t.ok(text.includes(url ?? own), text.slice(0, 300))
        t.notMatch(text, /evil\.example/)
      }
    })
  }
})
