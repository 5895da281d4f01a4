// Ways back of one house, in place: each ends with people at work.
// What everybody does afterwards stands in test/support/programs/at-work.ts: they sign in with all they may do, a
// patient is opened, a sale is made with its receipt, a message leaves, the audit log goes on, and no number is missing
// that is not named (OPS-85, OPS-106, OPS-128).

import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { sells, stillAtWork } from '../support/programs/at-work.ts'
import { founded, settingsOf, standIn } from '../support/programs/stand.ts'

t.setTimeout(600_000)

t.test('a restore and a rollback end with people at work', { timeout: 600_000 }, async (t) => {
  const at = folder(t)
  const one = standIn(t, join(at, 'data'), await settingsOf(t))
  const work = await founded(one, join(at, 'words'))
  const first = await sells(one, work)
  t.match(await one.ask('backup', 'create'), { success: true })
  const lost = await sells(one, work)
  t.not(first, lost)

  const restored = await one.sure('backup', 'restore', 'latest')
  t.match(restored, { success: true }, restored.message)
  await stillAtWork(t, 'backup restore', one, work)
  t.match(await one.ask('sequence', 'lost'), { data: [{ kind: /./ }] })

  const back = await one.sure('generation', 'rollback')
  t.match(back, { success: true }, back.message)
  await stillAtWork(t, 'generation rollback', one, work)
  await one.stop()
})
