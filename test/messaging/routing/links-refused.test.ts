// Links and routes that cannot be (MSG 6.2): each is refused by the name of its field, and leaves
// nothing behind.

import t from 'tap'
import { rows, within } from '../../../db/store/connection.ts'
import * as links from '../../../db/messaging/routing/links.ts'
import * as routes from '../../../db/messaging/routing/routes.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'

const http = { url: 'https://provider.example.com/send', body: '{"to":"{{to}}"}' }
const smpp = { host: 'smsc.example.com', systemId: 'kituo' }
const plain = { url: 'http://10.1.2.3/send', body: '{}' }

t.test('links and routes', async (t) => {
  const house = await boot(t, [])
  await firm(house.app)
  const add = (code: string, kind: 'http' | 'smpp', options: object, more: object = {}) =>
    within(() => links.openLink(cli, { code, name: code, kind, options: { ...options }, ...more }))
  const codes = async () =>
    (await rows<{ code: string }>(sql`select code from msg_links order by code`)).map(
      ({ code }) => code,
    )

  t.test('a certificate goes unchecked only where somebody says so', async (t) => {
    const open = { ...smpp, tls: { on: true, verify: false } }
    const message = 'tls.verify: set acknowledge_insecure to send without checking the certificate.'
    await t.rejects(add('open', 'smpp', open), { status: 400, message })
    t.same(await codes(), ['simulator'])
    await add('open', 'smpp', open, { acknowledge_insecure: true })
    await add('shut', 'smpp', { ...smpp, tls: { on: true } })
    await t.rejects(
      within(() => links.changeLink(cli, 'shut', { options: { tls: { verify: false } } })),
      { status: 400, message },
    )
    t.match((await links.linkCalled('shut')).options, { tls: { on: true, verify: true } })
  })

  t.test('plain http goes to a network that was named, and nowhere else', async (t) => {
    const message = 'url: add its network to link_http_allow_cidrs first.'
    for (const url of ['http://10.1.2.3/send', 'http://8.8.8.8/', 'http://[::1]:80/'])
      await t.rejects(add('near', 'http', { ...plain, url }), { status: 400, message }, url)
    await within(() => change({ link_http_allow_cidrs: ['10.1.0.0/16'] }, 'test'))
    await add('near', 'http', plain)
    await t.rejects(
      within(() => links.changeLink(cli, 'near', { options: { url: 'http://10.2.0.1/' } })),
      { status: 400, message },
    )
    t.match((await links.linkCalled('near')).options, { url: plain.url })
  })

  t.test('a body that does not render is refused when it is saved (MSG-351)', async (t) => {
    const cases: [object, string][] = [
      [{ ...http, body: '{"to":{{to}}}' }, 'body: does not render to valid JSON.'],
      [{ ...http, body: '{"to":"{{nobody}}"}' }, 'body: {{nobody}} is no value.'],
      [
        { ...http, url: 'ftp://provider.example.com/' },
        'url: must be a web address like https://example.com/send.',
      ],
    ]
    for (const [options, message] of cases)
      await t.rejects(add('far', 'http', options), { status: 400, message }, message)
    t.notOk((await codes()).includes('far'))
    await add('far', 'http', http)
    await add('form', 'http', { ...http, bodyFormat: 'form', body: 'to={{to}}' })
  })

  t.test('a route leads from an operator that is known over a link that is here', async (t) => {
    const set = (operator: string, ways: Parameters<typeof routes.setRoutes>[2]) =>
      within(() => routes.setRoutes(cli, operator, ways))
    const before = await routes.listRoutes()
    await t.rejects(set('nobody', [{ link: 'simulator' }]), { message: /operator/ })
    await t.rejects(set('vodacom', [{ link: 'simulator' }, { link: 'elsewhere' }]), {
      message: /link/,
    })
    await t.rejects(set('vodacom', []), { status: 400, message: /^links / })
    await t.rejects(set('vodacom', [{ link: 'simulator', classes: ['loud'] }]), {
      status: 400,
      message: /^classes /,
    })
    t.same(await routes.listRoutes(), before)
    const [first, second] = await set('vodacom', [
      { link: 'simulator', classes: ['otp'] },
      { link: 'far' },
    ])
    t.match(first, { link: 'simulator', position: 1, classes: ['otp'] })
    t.match(second, { link: 'far', position: 2, classes: [] })
  })
})
