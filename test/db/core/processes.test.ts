// Which process it was, and whether that one lives.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { lives, markOf, ownMark } from '../../../db/core/processes.ts'

const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
t.teardown(async () => {
  child.kill('SIGKILL')
  await once(child, 'exit')
})
const another = markOf(child.pid ?? 0)

t.test('a process is told from one that had its number before', async (t) => {
  t.ok(lives(ownMark()))
  t.ok(lives(another))
  t.notOk(lives({ ...another, started: '1' }), 'the number was given again')
  t.notOk(lives({ ...another, boot: 'another' }), 'the machine was started anew')
  t.notOk(lives(markOf(spawnSync('true').pid)))
})

t.test(
  'one that the system hides lives as long as its number answers (decision 0263)',
  async (t) => {
    const nothing_seen = (): null => null
    t.ok(lives(another, nothing_seen))
    t.ok(lives(markOf(1), nothing_seen), 'of root, whom the house may not even ask')
    t.notOk(lives({ ...another, boot: 'another' }, nothing_seen))
    t.notOk(lives(markOf(spawnSync('true').pid), nothing_seen))
  },
)
