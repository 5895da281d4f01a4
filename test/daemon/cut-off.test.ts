// A request that is cut off when the house stands aside does nothing in what becomes live after it.

import { join } from 'node:path'
import t from 'tap'
import { bind } from '../../daemon/edge/listeners.ts'
import { closeDatabase, openDatabase, outside, rows } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'
import { folder } from '../support/folder.ts'

t.test('what was begun for whoever was cut off asks the database no more (OPS-11)', async (t) => {
  await openDatabase({ engine: 'sqlite', file: join(folder(t), 'kituo.db') })
  t.teardown(closeDatabase)
  const begun = Promise.withResolvers<void>()
  const outside_world = Promise.withResolvers<void>()
  const went = Promise.withResolvers<readonly [unknown, unknown]>()
  const asked = (): Promise<unknown> => rows(sql`select 1 as one`).catch((error: unknown) => error)

  const listeners = await bind([{ host: '127.0.0.1', port: 0 }], null, (request, response) => {
    if (request.url === '/quick') return void asked().then((said) => response.end(String(said)))
    begun.resolve()
    void outside_world.promise.then(async () =>
      went.resolve([await asked(), await outside(() => asked())]),
    )
  })
  t.teardown(() => listeners.close(0))
  const [url] = listeners.urls
  const cut = fetch(`${url}/slow`).catch((error: unknown) => error)
  await begun.promise
  t.equal(await listeners.answered(1), 1)
  await cut
  outside_world.resolve()
  const [own, of_its_own_accord] = await went.promise
  t.match(own, { status: 503, code: 'unavailable' })
  t.same(of_its_own_accord, [{ one: 1 }], 'what works by itself goes on')
  t.equal((await fetch(`${url}/quick`)).status, 200, 'whoever comes later is served')
})
