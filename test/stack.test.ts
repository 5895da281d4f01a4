import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { closeDatabase, openDatabase } from '../db/store/connection.ts'
import { boot } from './support/boot.ts'

t.test('stack', async (t) => {
  const { nobody, database } = await boot(t)

  t.test('the stack check answers without envelope (ALL-1, ALL-14)', async (t) => {
    const answer = await nobody.get('/api/v1')
    t.equal(answer.status, 200)
    t.match(answer.body, {
      status: 'ok',
      api: 'v1.0.0',
      database: 'ok',
      uptime_s: Number,
      time: /Z$/,
    })
    t.notOk('success' in answer.body)
    t.ok(answer.headers['x-request-id'])
    t.equal(answer.headers['x-content-type-options'], 'nosniff')
    t.equal(answer.headers['referrer-policy'], 'no-referrer')
  })

  t.test('health and readiness (PLT-133)', async (t) => {
    t.same((await nobody.get('/health')).data, { status: 'ok' })
    t.equal((await nobody.get('/ready')).status, 200)
  })

  t.test('a request id of the client is kept when it is well formed (PLT-9)', async (t) => {
    t.equal(
      (await nobody.with({ 'x-request-id': 'abc-1.Z_9' }).get('/health')).headers['x-request-id'],
      'abc-1.Z_9',
    )
    t.not(
      (await nobody.with({ 'x-request-id': 'a b' }).get('/health')).headers['x-request-id'],
      'a b',
    )
  })

  for (const [path, least] of [
    ['/api/v1/openapi.json', 8],
    ['/v1/openapi.json', 1],
  ] as const) {
    t.test(`${path} is valid OpenAPI 3.0.3`, async (t) => {
      const answer = await nobody.get(path)
      const result = await new Validator().validate(structuredClone(answer.body))
      t.ok(result.valid, JSON.stringify(result.errors)?.slice(0, 800))
      t.equal(answer.body.openapi, '3.0.3')
      t.equal(answer.body.info.version, 'v1.0.0')
      const operations = Object.values(answer.body.paths as Record<string, object>).flatMap((one) =>
        Object.keys(one),
      )
      t.ok(operations.length >= least)
      const { etag } = answer.headers
      t.equal((await nobody.with({ 'if-none-match': String(etag) }).get(path)).status, 304)
    })
  }

  t.test('every route stands in the description (PLT-135)', async (t) => {
    const { paths } = (await nobody.get('/openapi.json')).body
    const operations = Object.values(
      paths as Record<string, Record<string, Record<string, unknown>>>,
    ).flatMap((one) => Object.values(one))
    t.equal(operations.length, hospital_doors.flatMap((door) => door.routes).length)
    for (const operation of operations)
      t.ok(operation['x-permission'], String(operation['operationId']))
    const ids = operations.map((operation) => operation['operationId'])
    t.equal(new Set(ids).size, ids.length, 'operation ids are unique')
  })

  t.test('the Postman pair (PLT-136)', async (t) => {
    const collection = (await nobody.get('/postman/collection.json')).body
    const folders = collection.item.filter((one: { item?: unknown }) => one.item !== undefined)
    t.equal(folders.length, hospital_doors.length, 'a folder per area')
    t.equal(collection.item[0].name, 'Sign in')
    const environment = (await nobody.get('/postman/environment.json')).body
    t.ok(environment.values.some((value: { key: string }) => value.key === 'base_url'))
  })

  t.test('the reference needs nothing from outside (ALL-15)', async (t) => {
    const answer = await nobody.get('/docs')
    t.equal(answer.status, 200)
    t.match(answer.headers['content-security-policy'], /default-src 'none'/)
    t.notMatch(answer.raw.toString().slice(0, 2000), /https?:\/\/(?!www\.w3)/)
  })

  t.test(
    'without its database the house says so, and is back by itself (PLT-133, OPS-27)',
    async (t) => {
      await closeDatabase()
      const down = await nobody.get('/api/v1')
      t.equal(down.status, 503)
      t.match(down.body, { status: 'down', database: 'down' })
      t.equal((await nobody.get('/health')).status, 200)
      t.equal((await nobody.get('/ready')).message, 'Not ready: database.')
      const refused = await nobody.with({ authorization: 'Bearer x' }).get('/facilities')
      t.equal(refused.status, 503)
      t.equal(refused.message, 'The database does not answer. Try again.')
      t.ok(refused.headers['retry-after'])
      await openDatabase(database.address)
      t.equal((await nobody.get('/api/v1')).status, 200)
    },
  )
})
