// A house that is asked to stop while 200 requests a second come in (O5), that is asked for 1,000 changes
// at once (O27), and two commands that want its data at the same instant while it is down (O28). Every
// answer is counted, and what was answered is looked for afterwards.
//   npm run bench -- drained [what, all: stop, rush, pair] [pairs, 100]

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { child } from './harness/child.ts'
import type { Served } from './harness/house.ts'
import { type House, passwordOf, serve, signIn, typed, which } from './harness/program.ts'
import { at, type Figures, median, report } from './harness/report.ts'

const [what = 'all', pairs_wanted = '100'] = process.argv.slice(2)
const pairs = Number(pairs_wanted)
const stops = 10
const rate = 200
const rows: Record<string, Figures> = {}
const notes: string[] = []
const dir = mkdtempSync(join(tmpdir(), 'kituo-bench-drained-'))

interface Sent {
  code: string
  /** The machine connected it; who is not let in has lost nothing. */
  connected: boolean
  /** On a line that had carried another before it. */
  kept: boolean
  /** 0: nobody answered. */
  status: number
  ms: number
}

/** One change on a line of the agent, or on one of its own. */
function send(url: string, token: string, code: string, agent: Agent | false): Promise<Sent> {
  const began = performance.now()
  return new Promise((resolve) => {
    let connected = false
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const asked = request(`${url}/api/v1/departments`, { method: 'POST', headers, agent })
    let kept = false
    const end = (status: number): void =>
      resolve({ code, connected, kept, status, ms: performance.now() - began })
    asked.on('socket', (socket) => {
      if (!socket.connecting) connected = kept = true
      else socket.once('connect', () => void (connected = true))
    })
    asked.on('response', (answer) => {
      answer.on('error', () => end(0))
      answer.resume().on('end', () => end(answer.complete ? (answer.statusCode ?? 0) : 0))
    })
    asked.on('error', () => end(0))
    asked.end(JSON.stringify({ code, name: `Ward ${code}`, kind: 'CLINICAL' }))
  })
}

async function there(house: House, token: string, prefix: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (let page = 1; ; page++) {
    const answer = await fetch(
      `${house.url}/api/v1/departments?search=${prefix}&per_page=100&page=${page}`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    const { data } = (await answer.json()) as { data: { code: string }[] }
    for (const { code } of data) found.add(code)
    if (data.length < 100) return found
  }
}

async function stopped(): Promise<void> {
  const data = join(dir, 'data')
  let house = await serve(data, '--first-run')
  const password = await passwordOf(house)
  const took: number[] = []
  const all: Sent[] = []
  const lost: Sent[] = []
  let done_unanswered = 0
  let exits_wrong = 0
  let refused = 0
  for (let round = 0; round < stops; round++) {
    const token = await signIn(house, password)
    // Half of them on lines that are kept, as browsers do, half on lines of their own.
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const sending: Promise<Sent>[] = []
    const { url } = house
    const prefix = `R${round}Q`
    const began = performance.now()
    let going = true
    const load = (async () => {
      while (going) {
        const wanted = ((performance.now() - began) / 1000) * rate
        while (sending.length < wanted) {
          const code = `${prefix}${sending.length}`
          sending.push(send(url, token, code, sending.length % 2 === 0 ? agent : false))
        }
        await pause(2)
      }
    })()
    await pause(1500 + Math.random() * 500)
    const { exit, ms } = await house.stop()
    going = false
    await load
    took.push(ms)
    if (exit !== 0 || !/"msg":"stopped","count":0/.test(house.said())) exits_wrong += 1
    const round_all = await Promise.all(sending)
    agent.destroy()
    house = await serve(data)
    const kept = await there(house, await signIn(house, password), prefix)
    refused += round_all.filter(({ connected }) => !connected).length
    for (const one of round_all.filter(({ connected }) => connected)) {
      all.push(one)
      if (one.status === 201 && !kept.has(one.code)) lost.push(one)
      if (one.status !== 201 && kept.has(one.code)) done_unanswered += 1
    }
  }
  await house.stop()
  const answered = all.filter(({ status }) => status === 201)
  rows[`stopped ${stops} times under ${rate} a second`] = {
    count: all.length,
    answered: answered.length,
    'p50 ms': Math.round(median(answered.map(({ ms }) => ms))),
    'most ms': Math.round(Math.max(...took)),
    'median ms': Math.round(median(took)),
    wrong: exits_wrong,
  }
  const unread = all.filter(({ status }) => status === 0)
  const other = all.filter(({ status }) => status !== 201 && status !== 0)
  notes.push(
    `Stop: ${lost.length} answered and not there (goal 0); ${done_unanswered} done and not answered (goal 0); ${unread.length} came in the instant of closing, unread and not done (${unread.filter(({ kept }) => kept).length} of them on a kept line); ${other.length} refused with ${[...new Set(other.map(({ status }) => status))].join(', ') || 'nothing'}; ${refused} found the door closed; longest stop ${Math.round(Math.max(...took))} ms (goal 5,000).`,
  )
}

interface Turn {
  wrote: number
  last_ms: number
  first_ms: number
}

async function rushed(): Promise<void> {
  const house = await child<Served>(
    './house.ts',
    [new URL('./harness/jobs-beside.ts', import.meta.url).href],
    undefined,
  )
  const { port, token } = house.said
  const url = `http://127.0.0.1:${port}`
  for (const [name, word] of [
    ['1,000 changes at once', null],
    ['the same, 200 of jobs before them', 'jobs'],
    ['the same, the writer held for 15 s', 'hold'],
  ] as const) {
    const prefix = `${word ?? 'alone'}-`.toUpperCase()
    const beside = word === null ? null : house.ask<Turn>(word)
    if (word !== null) await pause(20)
    const began = performance.now()
    const sent = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => send(url, token, `${prefix}${n}`, false)),
    )
    const took = performance.now() - began
    const turn = await beside
    const count = (status: number) => sent.filter((one) => one.status === status).length
    const times = sent.map(({ ms }) => ms)
    rows[name] = {
      count: sent.length,
      answered: count(201),
      'p50 ms': Math.round(median(times)),
      'most ms': Math.round(at(1, times)),
      503: count(503),
      wrong: sent.length - count(201) - count(503),
      ...(turn === null
        ? {}
        : { 'first of jobs ms': Math.round(turn.first_ms), 'last of jobs ms': turn.last_ms }),
    }
    notes.push(`${name}: all within ${Math.round(took)} ms.`)
  }
  await house.end()
}

/** Two commands that change something, at the same instant. */
async function paired(): Promise<void> {
  const data = join(dir, 'pair')
  await (await serve(data, '--first-run')).stop()
  const outcomes = { 'one worked, one was told who holds it': 0, 'both, one after the other': 0 }
  let wrong = 0
  const times: number[] = []
  for (let turn = 0; turn < pairs; turn++) {
    const line = (n: number): string[] =>
      `department create P${turn}X${n} --name Ward-${turn}-${n} --kind CLINICAL --yes --data ${data}`.split(
        ' ',
      )
    const both = await Promise.all([typed(...line(1)), typed(...line(2))])
    times.push(...both.map(({ ms }) => ms))
    const good = both.filter(({ exit, document }) => exit === 0 && document.success)
    const told = both.filter(
      ({ exit, document }) =>
        exit === 5 && /is held by kituo department create \(pid \d+ on /.test(document.message),
    )
    if (good.length === 2) outcomes['both, one after the other'] += 1
    else if (good.length === 1 && told.length === 1) {
      outcomes['one worked, one was told who holds it'] += 1
    } else {
      wrong += 1
      notes.push(both.map(({ exit, document }) => `${exit} ${document.message}`).join(' | '))
    }
  }
  const { document } = await typed('department', 'list', '--limit', '0', '--data', data)
  if (document.data === null) throw new Error(document.message)
  const made = (document.data as { code: string }[]).filter(({ code }) => /^P\d+X\d$/.test(code))
  const expected =
    outcomes['one worked, one was told who holds it'] + 2 * outcomes['both, one after the other']
  rows[`two commands at once, ${pairs} times`] = {
    count: pairs,
    answered: expected,
    'p50 ms': Math.round(median(times)),
    'most ms': Math.round(Math.max(...times)),
    wrong: wrong + Math.abs(made.length - expected),
  }
  notes.push(...Object.entries(outcomes).map(([name, count]) => `Two commands: ${name}: ${count}.`))
}

if (what === 'all' || what === 'stop') await stopped()
if (what === 'all' || what === 'rush') await rushed()
if (what === 'all' || what === 'pair') await paired()
rmSync(dir, { recursive: true, force: true })
report('drained', rows, [`${which}.`, ...notes])
