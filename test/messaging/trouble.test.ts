// When the house itself fails (MSG-145), and that every refusal is one of the contract's: its code,
// its status, its page (MSG-141, MSG-143, MSG-144).

import { fork } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { messaging_doors } from '../../daemon/messaging/areas.ts'
import { addressesOf } from '../../daemon/edge/route.ts'
import { closeDatabase, openDatabase, rows, run, within } from '../../db/store/connection.ts'
import { newId } from '../../db/core/ids.ts'
import { code_statuses } from '../../db/messaging/refusals.ts'
import { change } from '../../db/messaging/settings/settings.ts'
import { sql } from '../../db/store/sql.ts'
import { boot } from '../support/boot.ts'
import { on_postgres } from '../support/database.ts'
import { errorOf, firm, type KeyAsk } from '../support/messaging/messaging.ts'

/** The table of the contract, and the four codes of MSG-144. */
const contract = {
  invalid_api_key: 401,
  api_key_revoked: 401,
  api_key_expired: 401,
  ip_not_allowed: 403,
  insufficient_scope: 403,
  invalid_request: 400,
  invalid_phone_number: 422,
  recipients_exceeded: 400,
  message_too_long: 422,
  sender_id_not_approved: 422,
  not_found: 404,
  insufficient_funds: 402,
  account_not_provisioned: 403,
  idempotency_key_reused: 409,
  idempotency_key_in_flight: 409,
  rate_limited: 429,
  upstream_unavailable: 503,
  internal_error: 500,
  invalid_state: 422,
  already_exists: 422,
  whatsapp_window_closed: 422,
  whatsapp_template_not_approved: 422,
}

const body = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Habari' }

t.test('trouble', async (t) => {
  const house = await boot(t, [])
  const own = await firm(house.app)
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  await own.sender()
  await own.topUp(1000)
  const key = await own.key()
  const batches = async () => (await rows(sql`select id from msg_batches`)).length

  await t.test('codes and statuses are those of the contract (MSG-144)', async (t) => {
    t.same(code_statuses, contract)
  })

  await t.test('a fault is 500 without a word of the inside, and safe to repeat', async (t) => {
    const once_only = key.with({ 'idempotency-key': 'fault' })
    await within(() => run(sql`alter table msg_batches rename to msg_batches_away`))
    const broken = await once_only.post('/v1/sms/send', body)
    t.equal(broken.status, 500)
    t.match(errorOf(broken), { code: 'internal_error', field: null, requestId: /^req_/ })
    t.notMatch(broken.raw.toString(), /msg_|sql|table|at \//i)
    await within(() => run(sql`alter table msg_batches_away rename to msg_batches`))
    t.equal((await key.get('/v1/wallet')).body.balance, 1000, 'rolled back whole')
    const again = await once_only.post('/v1/sms/send', body)
    t.equal(again.status, 202)
    t.notOk(again.headers['idempotent-replayed'])
    t.equal(await batches(), 1)
  })

  await t.test(
    'a database that somebody else holds is 503, and nothing is charged (MSG-145)',
    { skip: on_postgres && 'PostgreSQL has no single writer' },
    async (t) => {
      const { address } = house.database
      await closeDatabase()
      await openDatabase({ ...address, write_wait_ms: 300 })
      const holder = fork(
        new URL('../support/programs/hold-database.ts', import.meta.url),
        [address.file ?? ''],
        { execArgv: ['--no-warnings'] },
      )
      await once(holder, 'message')
      const keyed = key.with({ 'idempotency-key': 'held' })
      const held = await keyed.post('/v1/sms/send', body)
      t.equal(held.status, 503)
      t.equal(held.headers['retry-after'], '2')
      t.match(errorOf(held), {
        code: 'upstream_unavailable',
        message: 'The service cannot reach its database; try again shortly.',
      })
      t.equal((await key.get('/v1/sms')).status, 200, 'reading goes on')
      const gone = once(holder, 'exit')
      holder.send('go')
      await gone
      t.equal(await batches(), 1)
      t.equal((await keyed.post('/v1/sms/send', body)).status, 202)
      t.equal(await batches(), 2)
    },
  )

  await t.test('whatever a route refuses has its code, its status and its page', async (t) => {
    const tester = await own.key({ mode: 'test', scopes: ['*', 'account:manage', 'test:manage'] })
    const wrongs = [undefined, {}, { foo: 1 }, { name: 5, phone: 'x', ids: [], to: 'x', url: 'x' }]
    const seen = new Set<string>()
    const ask = async (by: KeyAsk, method: string, path: string, given: object | undefined) => {
      const answer = await by.send(method, path, given)
      if (answer.status < 400) return
      const { code, message, field, requestId, docs } = errorOf(answer)
      const asked = `${method} ${path} ${JSON.stringify(given)}`
      t.equal(answer.status, contract[code as keyof typeof contract], `${asked}: ${code}`)
      t.not(answer.status, 500, asked)
      t.ok(message.length > 0 && field !== undefined && requestId.startsWith('req_'), asked)
      t.match(docs, new RegExp(`/docs/errors/${code}$`))
      seen.add(code)
    }
    for (const { routes } of messaging_doors)
      for (const route of routes)
        for (const address of addressesOf({ prefix: '/v1' }, route)) {
          if (!address.startsWith('/v1/') || /openapi|advance|reset/.test(address)) continue
          const by = route.test_only === true ? tester : key
          for (const id of [newId(), 'x'])
            for (const given of route.method === 'GET' ? [undefined] : wrongs)
              await ask(by, route.method, address.replace(/:[A-Za-z_]+/g, id), given)
        }
    t.ok(seen.has('invalid_request') && seen.has('not_found'))
    for (const [code, status] of Object.entries(contract)) {
      const page = (await house.nobody.get(`/v1/../docs/errors/${code}`)).raw.toString()
      t.match(page, code)
      t.match(page, String(status), `${code} says its status`)
      t.match(page, /again|retry/i, `${code} says whether to try again`)
      t.match(page, /&#34;error&#34;/, `${code} shows an example`)
      t.notMatch(page, /(src|href)="https?:/, 'it needs no network')
    }
  })
})
