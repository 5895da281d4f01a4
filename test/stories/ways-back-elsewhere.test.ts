// Ways back onto a new machine: each ends with people at work.
// What everybody does afterwards stands in test/support/programs/at-work.ts: they sign in with all they may do, a
// patient is opened, a sale is made with its receipt, a message leaves, the audit log goes on, and no number is missing
// that is not named (OPS-85, OPS-106, OPS-128).

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { sells, stillAtWork } from '../support/programs/at-work.ts'
import { founded, settingsOf, st_mary, standIn } from '../support/programs/stand.ts'

t.setTimeout(600_000)

t.test('a new machine ends with people at work', { timeout: 600_000 }, async (t) => {
  const at = folder(t)
  const words = join(at, 'words')
  mkdirSync(join(at, 'one'))
  const one = standIn(t, join(at, 'one', 'data'), await settingsOf(t))
  const work = await founded(one, words)
  await sells(one, work)
  t.match(await one.ask('backup', 'create'), { success: true })
  const file = join(at, 'export.tar')
  t.match(await one.ask('backup', 'export', 'latest', '--out', file), { success: true })
  await one.stop()
  const key = ['--key-file', words]
  for (const [name, from] of [
    ['folder', join(one.dir, 'backups', 'latest')],
    ['file', file],
  ] as const) {
    mkdirSync(join(at, name))
    const next = standIn(t, join(at, name, 'data'), await settingsOf(t))
    const made = await next.ask('init', '--from-backup', from, ...key)
    t.match(made, { success: true }, made.message)
    await next.start()
    await stillAtWork(t, `init --from-backup, a ${name}`, next, work)
    await next.stop()
  }

  mkdirSync(join(at, 'anew'))
  const anew = standIn(t, join(at, 'anew', 'data'), await settingsOf(t))
  const kept = ['--recovery-out', join(at, 'other-words')]
  const other = await anew.ask(...st_mary, '--admin-name', 'Nobody', ...kept)
  t.match(other, { success: true }, other.message)
  const taken = await anew.sure('backup', 'restore', file, '--new-machine', ...key)
  t.match(taken, { success: true }, taken.message)
  await anew.start()
  await stillAtWork(t, 'backup restore --new-machine', anew, work)
  await anew.stop()
})
