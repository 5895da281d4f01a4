// A move between the databases, and back: each ends with people at work.
// What everybody does afterwards stands in test/support/programs/at-work.ts: they sign in with all they may do, a
// patient is opened, a sale is made with its receipt, a message leaves, the audit log goes on, and no number is missing
// that is not named (OPS-85, OPS-106, OPS-128).

import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { sells, stillAtWork } from '../support/programs/at-work.ts'
import { server, serverDatabase } from '../support/programs/server.ts'
import { founded, standIn } from '../support/programs/stand.ts'

t.setTimeout(600_000)

t.test(
  'a move to PostgreSQL and back ends with people at work',
  { skip: server === undefined && 'no server', timeout: 600_000 },
  async (t) => {
    const at = folder(t)
    const one = standIn(t, join(at, 'data'))
    const work = await founded(one, join(at, 'words'))
    await sells(one, work)
    const there = await one.sure('database', 'move', '--to', await serverDatabase(t))
    t.match(there, { success: true }, there.message)
    await stillAtWork(t, 'database move to PostgreSQL', one, work)
    const back = await one.sure('database', 'move', '--to', 'sqlite')
    t.match(back, { success: true }, back.message)
    await stillAtWork(t, 'database move to SQLite', one, work)
    await one.stop()
  },
)
