// The file itself: moved away, made read-only, with a broken header. 503 and never 500.

import { closeSync, copyFileSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { closeDatabase, database, openDatabase } from '../../db/store/connection.ts'
import { boot } from '../support/boot.ts'
import { chainIsSound, rowCounts } from '../support/counts.ts'
import { on_postgres } from '../support/database.ts'

const away = 'The database does not answer. Try again.'
const skip = on_postgres && 'SQLite has a file'

t.test('a database file that is not as it was', { skip }, async (t) => {
  const house = await boot(t)
  const { address } = house.database
  const file = address.file ?? ''
  const administrator = await house.people.administrator()
  const open = (code: string) =>
    administrator.post('/departments', { code, name: `Ward ${code}`, kind: 'CLINICAL' })
  const said = async (code: string) => {
    const { status, message, data, headers } = await open(code)
    return [status, message, data, headers['retry-after']]
  }

  t.test('moved away: nothing is written to a file that nobody will find', async (t) => {
    const before = await rowCounts()
    renameSync(file, `${file}.away`)
    t.same(await said('A1'), [503, away, null, '5'])
    t.equal((await administrator.get('/departments')).status, 200, 'what is open is still read')
    t.equal((await house.nobody.get('/ready')).message, 'Not ready: database.')
    t.equal((await house.nobody.get('/api/v1')).status, 503)
    t.equal((await house.nobody.get('/health')).status, 200)
    renameSync(`${file}.away`, file)
    t.same(await rowCounts(), before)
    t.equal((await open('A2')).status, 201, 'back without a restart')
    t.equal((await house.nobody.get('/ready')).status, 200)
  })

  t.test('another file in its place is not written to either', async (t) => {
    renameSync(file, `${file}.away`)
    copyFileSync(`${file}.away`, file)
    t.same(await said('B1'), [503, away, null, '5'])
    renameSync(`${file}.away`, file)
    t.equal((await open('B2')).status, 201)
  })

  t.test('read-only: refused, and well again', async (t) => {
    // What a remounted disk answers; a test that runs as root is refused by no file mode.
    await database().script('pragma query_only=on')
    t.same(await said('C1'), [503, away, null, '5'])
    t.equal((await administrator.get('/departments')).status, 200)
    await database().script('pragma query_only=off')
    t.equal((await open('C2')).status, 201)
  })

  t.test('a broken header: refused and never a fault, and well again', async (t) => {
    const broken = (): void => {
      const at = openSync(file, 'r+')
      writeSync(at, Buffer.alloc(100, 0x2a), 0, 100, 0)
      closeSync(at)
    }
    await closeDatabase()
    copyFileSync(file, `${file}.sound`)
    await openDatabase(address)
    const looks = async () => {
      const found = []
      for (const path of ['/departments', '/facilities', '/auth/me', '/users', '/ready']) {
        found.push(await administrator.get(path))
      }
      return [...found, await house.nobody.post('/auth/login', { identifier: 'x', password: 'y' })]
    }
    const told = await looks()
    broken()
    // What stands open may read on, and then it reads what is true; everything else is refused in words.
    for (const [at, { status, message, data }] of (await looks()).entries()) {
      const before = told[at]
      if (status === before?.status) t.same([message, data], [before.message, before.data])
      else t.same([status, message.replace('Not ready: database.', away)], [503, away])
    }
    const { status, message } = await open('D1')
    if (status !== 201) t.same([status, message], [503, away])
    await closeDatabase()
    broken()
    await t.rejects(openDatabase(address), { status: 503, message: away })
    t.equal((await administrator.get('/departments')).status, 503)
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    renameSync(`${file}.sound`, file)
    await openDatabase(address)
    t.equal((await administrator.get('/departments')).status, 200)
    t.equal((await open('D2')).status, 201)
  })

  t.test('what is no database cannot be opened, in the same words', async (t) => {
    const none = join(house.database.folder, 'none.db')
    const at = openSync(none, 'w')
    writeSync(at, Buffer.alloc(8192, 0x2a))
    closeSync(at)
    await closeDatabase()
    await t.rejects(openDatabase({ ...address, file: none }), { status: 503, message: away })
    await t.rejects(openDatabase({ ...address, file: '/nowhere/kituo.db' }), {
      status: 503,
      message: away,
    })
    t.equal((await administrator.get('/departments')).status, 503)
    await openDatabase(address)
    t.equal((await administrator.get('/departments')).status, 200)
    t.ok(await chainIsSound(house.hospital.id))
  })
})
