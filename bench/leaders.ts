// The timetable when daemons die and when the house was off for a month. Of three daemons on one PostgreSQL
// the one that leads is killed, 50 times over: how long nobody leads, and whether any due instant was run
// for twice or by nobody (O17). A house of 30 days ago starts: what is made up and in which order, and what
// people wait meanwhile (O18).
//   npm run bench -- leaders [what, all: killed, month] [kills, 50]
//   KITUO_TEST_DATABASE_URL=postgres://… for the first

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase, database, openDatabase, rows } from '../db/store/connection.ts'
import { migrate } from '../db/store/migrate.ts'
import { sql } from '../db/store/sql.ts'
import '../db/tables.ts'
import { child } from './harness/child.ts'
import type { Served } from './harness/house.ts'
import type { MadeUp } from './harness/month-off.ts'
import { at, type Figures, median, report } from './harness/report.ts'
import { serverDatabase } from './harness/server.ts'

const [what = 'all', kills_wanted = '50'] = process.argv.slice(2)
const kills = Number(kills_wanted)
const days_off = 30
const found: Record<string, Figures> = {}
const notes: string[] = []

interface Daemon {
  name: string
  process: ChildProcess
}

async function killed(): Promise<void> {
  const server = await serverDatabase()
  if (server === null) return void notes.push('No PostgreSQL was named: nobody was killed.')
  const address = { engine: 'postgres', url: server.url, pool_max: 4 } as const
  await openDatabase(address)
  await migrate()
  await database().script('create table ticks (due_at varchar(24), daemon varchar(20))')
  const script = join(import.meta.dirname, '../test/support/programs/timetable-daemon.ts')
  let count = 0
  const daemons = new Set<Daemon>()
  const start = (): void => {
    const name = `d${(count += 1)}`
    const child = spawn(
      process.execPath,
      ['--no-warnings', script, name, JSON.stringify(address)],
      { stdio: ['ignore', 'ignore', 'ignore'], env: { PATH: process.env['PATH'] } },
    )
    daemons.add({ name, process: child })
  }
  process.once('exit', () => {
    for (const { process: child } of daemons) child.kill('SIGKILL')
  })
  const ticks = (): Promise<{ due_at: string; daemon: string }[]> =>
    rows(sql`select due_at, daemon from ticks order by due_at`)
  const last = async (): Promise<{ due_at: string; daemon: string } | undefined> =>
    (await ticks()).at(-1)
  for (let n = 0; n < 3; n++) start()
  const gaps: number[] = []
  let stuck = 0
  for (let turn = 0; turn < kills; turn++) {
    let leader: Daemon | undefined
    const patience = performance.now() + 20_000
    while (leader === undefined && performance.now() < patience) {
      const now = (await last())?.daemon
      leader = [...daemons].find(({ name }) => name === now)
      if (leader === undefined) await pause(20)
    }
    if (leader === undefined) {
      stuck += 1
      continue
    }
    // Not always in the same part of a second.
    await pause(Math.random() * 1000)
    const gone = once(leader.process, 'exit')
    const began = performance.now()
    leader.process.kill('SIGKILL')
    await gone
    daemons.delete(leader)
    start()
    const { name } = leader
    while (((await last())?.daemon ?? name) === name && performance.now() - began < 20_000)
      await pause(20)
    gaps.push(performance.now() - began)
  }
  const all = await ticks()
  for (const { process: child } of daemons) child.kill('SIGTERM')
  await Promise.all([...daemons].map(({ process: child }) => once(child, 'exit')))
  const runs = await rows<{ due_at: string; outcome: string }>(
    sql`select due_at, outcome from schedule_runs where schedule = ${'tick'}`,
  )
  const twice = all.length - new Set(all.map(({ due_at }) => due_at)).size
  const claimed_twice =
    runs.length - new Set(runs.map(({ due_at, outcome }) => `${due_at} ${outcome}`)).size
  const ran = new Set(all.map(({ due_at }) => due_at))
  const unrun = runs.filter(({ due_at, outcome }) => outcome === 'DONE' && !ran.has(due_at)).length
  found[`the one who leads killed ${kills} times`] = {
    count: gaps.length,
    'median ms': Math.round(median(gaps)),
    'p95 ms': Math.round(at(0.95, gaps)),
    'most ms': Math.round(Math.max(...gaps)),
    wrong: twice + claimed_twice + unrun + stuck,
  }
  notes.push(
    `Kills: from the kill to a run of the next who leads; goal 10 s. ${all.length} instants run for, ${twice} twice, ${unrun} noted and not run, ${runs.filter(({ outcome }) => outcome === 'LOST').length} cut by a kill.`,
  )
  await closeDatabase()
  await server.drop()
}

async function monthOff(): Promise<void> {
  const house = await child<Served>('./house.ts', [
    new URL('./harness/month-off.ts', import.meta.url).href,
  ])
  const { port, token } = house.said
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, body?: object): Promise<number> => {
    const began = performance.now()
    const asked = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, asked)
    await answer.arrayBuffer()
    if (!answer.ok) wrong += 1
    return performance.now() - began
  }
  let wrong = 0
  let wrote = 0
  /** Ten people, each a read and a change every fifth of a second, until there is nothing to make up. */
  const people = async (over: () => boolean): Promise<number[]> => {
    const took: number[] = []
    const person = async (): Promise<void> => {
      while (!over()) {
        took.push(await ask('/departments?per_page=50'))
        const code = `P${(wrote += 1)}`
        took.push(await ask('/departments', { code, name: `Ward ${code}`, kind: 'CLINICAL' }))
        await pause(200)
      }
    }
    await Promise.all(Array.from({ length: 10 }, person))
    return took
  }
  let made: MadeUp = { days: [], waiting: 1 }
  const began = performance.now()
  const made_up = (async () => {
    while (made.days.length < days_off || made.waiting > 0) {
      if (performance.now() - began > 90_000) return
      await pause(250)
      made = await house.ask<MadeUp>('made')
    }
  })()
  let over = false
  const catching = people(() => over)
  await made_up
  const took_s = (performance.now() - began) / 1000
  over = true
  const meanwhile = await catching
  const end = performance.now() + 5000
  const after = await people(() => performance.now() > end)
  await house.end()
  const sorted = made.days.every((day, index) => index === 0 || day > (made.days[index - 1] ?? ''))
  for (const [name, times] of [
    ['people, while 30 days are made up', meanwhile],
    ['people, after that', after],
  ] as const) {
    found[name] = {
      count: times.length,
      'median ms': Math.round(median(times)),
      'p95 ms': Math.round(at(0.95, times)),
      'most ms': Math.round(Math.max(...times)),
      wrong,
    }
  }
  notes.push(
    `A month off: ${made.days.length} of the days made up, ${sorted ? 'in order' : 'NOT in order'}, 2,000 rows each; ${made.waiting} other light lines left waiting; ${took_s.toFixed(1)} s. Goal: people's p95 300 ms. The heavy lines wait five minutes by rule (OPS-94) and are not in it.`,
  )
}

if (what === 'all' || what === 'killed') await killed()
if (what === 'all' || what === 'month') await monthOff()
report('leaders', found, notes)
