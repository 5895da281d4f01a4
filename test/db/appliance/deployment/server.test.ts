import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readConfiguration } from '../../../../db/appliance/configuration/read.ts'
import { row } from '../../../../db/store/connection.ts'
import { serverAddress } from '../../../../db/appliance/deployment/address.ts'
import { createDeployment } from '../../../../db/appliance/deployment/create.ts'
import { openDeployment } from '../../../../db/appliance/deployment/deployment.ts'
import { sql } from '../../../../db/store/sql.ts'
import { folder } from '../../../support/folder.ts'
import { serverDatabase, without_server } from '../../../support/programs/server.ts'

const on = (url: string, dir: string, env: NodeJS.ProcessEnv = {}) =>
  readConfiguration({
    place: 'clone',
    env: { KITUO_DATABASE_URL: url, ...env },
    flags: { 'data.dir': dir },
  })

t.test('an address of PostgreSQL: carries password and certificate rules', async (t) => {
  const addressOf = (url: string, env: NodeJS.ProcessEnv = {}) =>
    serverAddress(on(url, '/srv/k', env), { database_password: 'a:b' })
  t.equal(
    addressOf('postgres://kituo@127.0.0.1/k'),
    'postgres://kituo:a%3Ab@127.0.0.1/k?sslmode=disable',
  )
  t.equal(addressOf('postgres://u:own@db/k'), 'postgres://u:own@db/k?sslmode=verify-full')
  t.match(addressOf('postgres://u@db/k', { KITUO_DATABASE_TLS: 'require' }), 'sslmode=require')
})

t.test(
  'a deployment on PostgreSQL: has its generation as a schema',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const dir = folder(t)
    const made = await createDeployment(on(url, dir), { command: 'kituo init', env: {} })
    t.equal(made.generation, 1)
    t.equal(made.lock, null)
    t.match(await row(sql`select current_schema() as is`), { is: 'kituo_0001' })
    await made.close()
    t.notOk(existsSync(join(dir, 'gen/0001/kituo.db')))
    const opened = await openDeployment(on(url, dir), {
      purpose: 'read',
      command: 'a test',
      env: {},
    })
    t.match(await row(sql`select number from kituo.generation`), { number: 1 })
    await opened.close()
  },
)

t.test(
  'a deployment on PostgreSQL: a second daemon joins with the keys of the first',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const [first, second] = [folder(t), folder(t)]
    const creating = { command: 'kituo init', env: {} }
    await (await createDeployment(on(url, first), creating)).close()
    await t.rejects(createDeployment(on(url, second), creating), { code: 'data_dir.secrets' })
    copyFileSync(join(first, 'secrets.toml'), join(second, 'secrets.toml'))
    const joined = await createDeployment(on(url, second), creating)
    t.equal(joined.generation, 1)
    await joined.close()
  },
)
