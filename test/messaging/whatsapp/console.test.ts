// Windows, templates and numbers as an account handles them (MSG-503, MSG-511).

import t from 'tap'
import { clock, hours } from '../../../db/core/clock.ts'
import { until } from '../../support/programs/disk.ts'
import { errorOf } from '../../support/messaging/messaging.ts'
import { asha, now, whatsappHouse, whatsappScene } from '../../support/messaging/whatsapp.ts'
import { fails, wrote } from '../../support/messaging/whatsapp-provider.ts'

t.test('whatsapp: the console', async (t) => {
  const house = await whatsappHouse(t)

  t.test('windows, who wrote last first (MSG-503)', async (t) => {
    const { key, bring } = await whatsappScene(t, house)
    await bring(wrote(asha, 'wamid.1', now()))
    clock.advance(hours(1))
    await bring(wrote('255754000111', 'wamid.2', now()))
    const phones = async (query = '') =>
      (await key.get(`/v1/whatsapp/windows${query}`)).body.data.map(
        (one: { phone: string; open: boolean }) => `${one.phone} ${one.open}`,
      )
    t.same(await phones(), ['255754000111 true', `${asha} true`])
    const first = (await key.get('/v1/whatsapp/windows?limit=1')).body
    t.same(await phones(`?limit=1&cursor=${first.nextCursor}`), [`${asha} true`])
    t.same(await phones('?from=0712345678'), [`${asha} true`])
    clock.advance(hours(23))
    t.same(await phones('?open=true'), ['255754000111 true'])
    t.same(await phones('?open=false'), [`${asha} false`])
    t.match((await key.get('/v1/whatsapp/windows/0712345678')).body, {
      number: '255700111222',
      phone: asha,
      openedAt: '2026-03-03T09:00:00.000Z',
      expiresAt: '2026-03-04T09:00:00.000Z',
      open: false,
    })
    t.equal((await key.get('/v1/whatsapp/windows/0712345670')).status, 404)
    t.equal((await key.get('/v1/whatsapp/windows/12')).status, 422)
    t.equal((await key.get('/v1/whatsapp/windows/0712345678?number=0700999888')).status, 404)
  })

  t.test('a message is marked read once, at the provider too', async (t) => {
    const { key, there, bring } = await whatsappScene(t, house)
    await bring(wrote(asha, 'wamid.3', now()))
    const [{ id }] = (await key.get('/v1/whatsapp/messages')).body.data
    const read = () => key.post(`/v1/whatsapp/messages/${id}/read`)
    there.onMessage = fails(500, 1)
    t.equal((await read()).status, 503)
    there.onMessage = (_post, reply) => void reply.writeHead(200).end('{"success":true}')
    t.match((await read()).body, { id, status: 'received', readAt: now() })
    t.equal((await read()).status, 200)
    t.match(there.messages(), [{ status: 'read' }, { status: 'read', message_id: 'wamid.3' }])
    const template = { name: 'miadi', language: 'sw', parameters: { body: ['a', 'b'] } }
    const sent = await key.post('/v1/whatsapp/messages', { to: asha, type: 'template', template })
    const own = await key.post(`/v1/whatsapp/messages/${sent.body.id}/read`)
    t.match([own.status, errorOf(own).code], [422, 'invalid_state'])
    t.equal((await key.post('/v1/whatsapp/messages/none/read')).status, 404)
  })

  t.test('templates: proposed, taken back, looked for (MSG-511)', async (t) => {
    const { key, there } = await whatsappScene(t, house)
    const input = {
      name: 'karibu',
      language: 'sw',
      category: 'utility',
      components: [{ type: 'BODY', text: 'Karibu {{1}}' }],
    }
    there.onTemplate = fails(400, 100)
    const refused = await key.post('/v1/whatsapp/templates', input)
    t.match([refused.status, errorOf(refused).field], [400, 'components'])
    there.onTemplate = (_post, reply) =>
      void reply.writeHead(200).end('{"id":"594","status":"PENDING","category":"UTILITY"}')
    const made = await key.post('/v1/whatsapp/templates', input)
    t.equal(made.status, 201, JSON.stringify(made.body))
    t.match(made.body, { name: 'karibu', status: 'PENDING', parameterCount: 1 })
    t.match(JSON.parse(there.posts.at(-1)?.body ?? ''), { name: 'karibu', category: 'UTILITY' })
    t.match((await key.get(`/v1/whatsapp/templates/${made.body.id}`)).body, { name: 'karibu' })
    t.equal((await key.post('/v1/whatsapp/templates', input)).status, 422, 'it is there')
    there.templates = [...there.templates, { ...input, id: '594', status: 'APPROVED' }]
    const synced = await key.post('/v1/whatsapp/templates/sync')
    t.same(synced.body, { created: 0, updated: 1, gone: 0 })
    const gone = await key.remove(`/v1/whatsapp/templates/${made.body.id}`)
    t.equal(gone.status, 204)
    t.match(there.posts.at(-1), { method: 'DELETE', path: /name=karibu&hsm_id=594$/ })
    t.equal((await key.get(`/v1/whatsapp/templates/${made.body.id}`)).status, 404)
    for (const [wrong, field] of [
      [{ ...input, name: 'Karibu Sana' }, 'name'],
      [{ ...input, category: 'love' }, 'category'],
      [{ ...input, components: [] }, 'components'],
    ] as const)
      t.match(errorOf(await key.post('/v1/whatsapp/templates', wrong)), { field })
  })

  t.test('in test mode the next look approves what was proposed (MSG-580)', async (t) => {
    const { own } = await whatsappScene(t, house)
    const key = await own.key({ mode: 'test', scopes: ['*', 'test:manage'] })
    const made = await key.post('/v1/whatsapp/templates', {
      name: 'mpya',
      language: 'sw',
      category: 'utility',
      components: [{ type: 'BODY', text: 'Mpya' }],
    })
    t.match(made.body, { status: 'PENDING' })
    t.match((await key.post('/v1/whatsapp/templates/sync', {})).body, { updated: 1 })
    t.match((await key.get(`/v1/whatsapp/templates/${made.body.id}`)).body, { status: 'APPROVED' })
    t.equal((await key.remove(`/v1/whatsapp/templates/${made.body.id}`)).status, 204)
  })

  t.test('a number is changed, asked for, switched off and on (MSG 3.7)', async (t) => {
    const { key, number, own, hand } = await whatsappScene(t, house)
    const path = `/v1/whatsapp/numbers/${number.id}`
    const before = (await key.get(path)).body
    t.match(before, { displayName: 'Kliniki', accessToken: '••••cdef' })
    t.notOk('verifyToken' in before)
    const same = await key.put(path, { displayName: 'Duka', accessToken: before.accessToken })
    t.match(same.body, { displayName: 'Duka', accessToken: '••••cdef' })
    t.match((await key.post(`${path}/check`)).body, { ok: true, displayName: 'Kliniki' })
    const stale = await key.with({ 'if-match': '1' }).put(path, { displayName: 'Zamani' })
    t.equal(stale.status, 422)
    const rotated = await key.put(path, { rotateVerifyToken: true })
    t.match(rotated.body.verifyToken, /^[\w-]{32}$/)
    const other = await key.put(path, { accessToken: 'EAAG-another-token-0000000wxyz' })
    t.match(other.body, { accessToken: '••••wxyz' })
    // The templates are asked for anew, with the same token.
    await hand.idle()
    t.match((await key.post(`${path}/check`)).body, { ok: false, error: /no/ })
    t.equal((await key.get(path)).body.status, 'error')
    t.equal((await key.post(`${path}/disable`)).body.status, 'disabled')
    t.equal((await key.post(`${path}/enable`)).body.status, 'connected')
    t.equal((await key.get('/v1/whatsapp/numbers/none')).status, 404)
    t.match(errorOf(await key.put(path, { phone: '12' })), { code: 'invalid_phone_number' })
    const test_key = await own.key({ mode: 'test', scopes: ['*', 'account:manage'] })
    const [its] = (await test_key.get('/v1/whatsapp/numbers')).body.data
    t.equal((await test_key.get(`/v1/whatsapp/numbers/${its.id}`)).status, 200)
    t.equal((await test_key.post(`/v1/whatsapp/numbers/${its.id}/disable`)).status, 403)
  })

  t.test('what was asked before a number was switched off counts no more', async (t) => {
    const { key, there, number, hand } = await whatsappScene(t, house)
    const path = `/v1/whatsapp/numbers/${number.id}`
    const { answers } = there
    for (const answer of [answers, fails(401, 190)]) {
      await hand.idle()
      const waiting: (() => void)[] = []
      there.answers = (...call) => void waiting.push(() => answer(...call))
      const asked = Promise.all([
        key.post('/v1/whatsapp/templates/sync'),
        key.post(`${path}/check`),
      ])
      await until(() => waiting.length === 2)
      t.equal((await key.post(`${path}/disable`)).body.status, 'disabled')
      there.answers = answer
      for (const go of waiting) go()
      await asked
      t.equal((await key.get(path)).body.status, 'disabled')
      t.equal((await key.post(`${path}/enable`)).body.status, 'connected')
    }
  })
})
