// A file that somebody has for himself while it is opened: whoever only looked at it folds its log when he closes
// it (a house that starts is asked again and again how it stands, OPS-169).

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { openSqlite } from '../../../../db/store/engines/sqlite.ts'
import { folder } from '../../../support/folder.ts'

const busy = { message: 'The database is busy: try again in a moment.' }

function heldAlone(file: string): DatabaseSync {
  const holder = new DatabaseSync(file)
  holder.exec('pragma locking_mode=exclusive; pragma journal_mode=wal; create table t (n integer)')
  return holder
}

t.test('it is opened when it is free again', async (t) => {
  const file = join(folder(t), 'kituo.db')
  const holder = heldAlone(file)
  const opening = openSqlite({ file, driver: 'node' })
  await turn()
  holder.close()
  const engine = await opening
  t.same(await engine.read('select n from t', []), [])
  await engine.close()
})

t.test('and refused by who had no more patience', async (t) => {
  const file = join(folder(t), 'kituo.db')
  const holder = heldAlone(file)
  await t.rejects(openSqlite({ file, driver: 'node', write_wait_ms: 30 }), busy)
  holder.close()
})
