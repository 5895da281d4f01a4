// OPS-99, OPS-100, OPS-104: daemons that are killed. No due instant is ever run for twice.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { closeDatabase, database, openDatabase, rows } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'
import { copiedDatabase, on_postgres } from '../support/database.ts'

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

const script = join(import.meta.dirname, '../support/programs/timetable-daemon.ts')

interface Child {
  name: string
  process: ChildProcess
  leads(): boolean
}

t.test('daemons that are killed', { timeout: 600_000 }, async (t) => {
  const copied = await copiedDatabase()
  await openDatabase(copied.address)
  await database().script('create table ticks (due_at varchar(24), daemon varchar(20))')
  const children: Child[] = []
  t.teardown(async () => {
    for (const child of children) child.process.kill('SIGKILL')
    await closeDatabase()
    await copied.remove()
  })

  const start = (name: string): Child => {
    const started = spawn(
      process.execPath,
      ['--no-warnings', script, name, JSON.stringify(copied.address)],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
    )
    let leads = false
    started.stdout.on('data', (text: Buffer) => {
      if (text.includes('leads')) leads = true
    })
    const child = { name, process: started, leads: () => leads }
    children.push(child)
    return child
  }
  const until = async (
    what: string,
    true_now: () => Promise<boolean>,
    ms = 120_000,
  ): Promise<void> => {
    const end = performance.now() + ms
    while (!(await true_now())) {
      if (performance.now() > end) throw new Error(`${what} did not happen within ${ms} ms`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const count = async (name?: string): Promise<number> =>
    Number(
      (
        await rows<{ n: number }>(
          name === undefined
            ? sql`select count(*) as n from ticks`
            : sql`select count(*) as n from ticks where daemon = ${name}`,
        )
      )[0]?.n ?? 0,
    )
  const kill = async (child: Child): Promise<void> => {
    const gone = new Promise((resolve) => child.process.once('exit', resolve))
    child.process.kill('SIGKILL')
    await gone
  }

  let leader = start('a')
  await until('the first leader', async () => (await count('a')) >= 2)
  const names = ['b', 'c', 'd']
  for (const name of names) {
    // Where two daemons can share a database the other waits; on SQLite it starts afterwards.
    const other = on_postgres ? start(name) : undefined
    if (other !== undefined) await new Promise((resolve) => setTimeout(resolve, 2500))
    t.equal(other?.leads() ?? false, false, 'one leads')
    await kill(leader)
    const next = other ?? start(name)
    await until(`${name} leads and claims`, async () => (await count(name)) >= 1)
    t.pass(`${name} leads within 10 s`)
    leader = next
  }
  await until('more work', async () => (await count('d')) >= 2)
  const twice = await rows(sql`select due_at from ticks group by due_at having count(*) > 1`)
  t.same(twice, [], 'no due instant twice')
  t.ok((await count()) >= 6)
})
