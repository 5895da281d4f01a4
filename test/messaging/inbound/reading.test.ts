// What people wrote back, read by an account: newest first, or as a tail (MSG-510).

import t from 'tap'
import { run, within } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'

t.test('inbound', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key({ mode: 'test', scopes: ['sms:read', 'test:manage'] })
  const write = async (text: string, from = '0712345678'): Promise<string> =>
    (await key.post('/v1/test/inbound-sms', { from, to: '15055', text })).body.id
  const texts = (body: { data: { text: string }[] }) => body.data.map(({ text }) => text)

  const empty = (await key.get('/v1/sms/inbound', { order: 'asc' })).body
  for (const text of ['one', 'two', 'three']) await write(text)

  t.test('newest first, filtered, and one by its id', async (t) => {
    const page = await key.get('/v1/sms/inbound', { limit: '2' })
    t.strictSame(texts(page.body), ['three', 'two'])
    t.notOk('endCursor' in page.body)
    const next = await key.get('/v1/sms/inbound', { limit: '2', cursor: page.body.nextCursor })
    t.strictSame(texts(next.body), ['one'])
    t.match(next.body.data[0], { from: '255712345678', to: '15055', optOut: false, parts: 1 })
    for (const [word, count] of [
      [{ from: '0712345678' }, 3],
      [{ from: '0754000111' }, 0],
      [{ to: '15055' }, 3],
      [{ keyword: 'KLINIKI' }, 0],
      [{ until: '2020-01-01T00:00:00Z' }, 0],
    ] as const) {
      const found = await key.get('/v1/sms/inbound', { ...word })
      t.equal(found.body.data.length, count, JSON.stringify(word))
    }
    const { id } = next.body.data[0]
    t.match((await key.get(`/v1/sms/inbound/${id}`)).body, { id, text: 'one' })
    const live = await own.key()
    t.equal((await live.get(`/v1/sms/inbound/${id}`)).status, 404, 'the other mode sees nothing')
    const bad = await key.get('/v1/sms/inbound', { order: 'up' })
    t.equal(bad.status, 400)
    t.equal(errorOf(bad).field, 'order')
  })

  t.test('a tail goes on where it ended, also from an empty list (MSG-510)', async (t) => {
    t.strictSame(empty.data, [])
    const first = (await key.get('/v1/sms/inbound', { order: 'asc', cursor: empty.endCursor })).body
    t.strictSame(texts(first), ['one', 'two', 'three'])
    t.equal(first.nextCursor, null)
    const nothing = await key.get('/v1/sms/inbound', { order: 'asc', cursor: first.endCursor })
    t.strictSame(nothing.body, { data: [], nextCursor: null, endCursor: first.endCursor })
    await write('four', '0754000111')
    const after = await key.get('/v1/sms/inbound', { order: 'asc', cursor: first.endCursor })
    t.strictSame(texts(after.body), ['four'])
  })

  t.test('what answers the hospital is not for keys (MSG-606)', async (t) => {
    const id = await write('five')
    await within(() => run(sql`update msg_inbound set hidden = ${true} where id = ${id}`))
    t.notOk(texts((await key.get('/v1/sms/inbound')).body).includes('five'))
    t.equal((await key.get(`/v1/sms/inbound/${id}`)).status, 404)
  })
})
