// Fifty clerks send patients on at the same time (front office 9): what one advance takes, that two
// with one expected_state never both move, and that no counter calls a patient twice.
//   npm run bench -- advance     DB=postgres for the other database

import { child } from './harness/child.ts'
import type { Served } from './harness/house.ts'
import { type Figures, report } from './harness/report.ts'

const clerks = 50
const turns = 40
const races = 500

const found: Record<string, Figures> = {}
const house = await child<Served>('./house.ts')
const { port, token } = house.said

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the house answered
  data: any
}

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as { data: unknown }) }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const word = (n: number): string => [...String(n)].map((digit) => letters[Number(digit)]).join('')

async function visit(n: number, more: Record<string, unknown> = {}): Promise<string> {
  const patient = await ask('POST', '/patients', {
    first_name: `Bench${word(n)}`,
    last_name: `Ukoo${word(n * 7)}`,
    sex: 'Female',
    birth_date: `19${String(50 + (n % 50))}-0${1 + (n % 9)}-1${n % 9}`,
    confirm_different: [],
  })
  const opened = await ask('POST', '/visits', { patient_id: patient.data.id, ...more })
  if (opened.status !== 201) throw new Error(JSON.stringify(opened))
  return opened.data.id
}

const points = (await ask('GET', '/service-points?per_page=200')).data as {
  id: string
  code: string
}[]
const idOf = (code: string): string => points.find((point) => point.code === code)?.id ?? ''

await sendOn()
await raced()
await called()
await house.end()
report('advance', found)

async function sendOn(): Promise<void> {
  const visits: string[] = []
  for (let n = 0; n < clerks; n += 1) visits.push(await visit(n))
  const times: number[] = []
  let not_ok = 0
  const began = performance.now()
  await Promise.all(
    visits.map(async (id) => {
      for (let turn = 0; turn < turns; turn += 1) {
        const sent = performance.now()
        const to = turn % 2 === 0 ? 'LABORATORY' : 'IMAGING'
        const { status } = await ask('POST', `/visits/${id}/advance`, { to })
        times.push(performance.now() - sent)
        if (status !== 200) not_ok += 1
      }
    }),
  )
  const per_s = Math.round((clerks * turns) / ((performance.now() - began) / 1000))
  times.sort((a, b) => a - b)
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0)
  found[`advance by ${clerks} clerks, ${per_s}/s, ${not_ok} refused`] = {
    figure: `median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
    goal: 'p95 1,000 ms at 50 at once, none refused',
  }
}

async function raced(): Promise<void> {
  const id = await visit(1000)
  let both = 0
  let none = 0
  for (let n = 0; n < races; n += 1) {
    const { data } = await ask('GET', `/visits/${id}`)
    const to = data.stage === 'LABORATORY' ? 'IMAGING' : 'LABORATORY'
    const body = { to, expected_state: data.state }
    const answers = await Promise.all([1, 2].map(() => ask('POST', `/visits/${id}/advance`, body)))
    const moved = answers.filter(({ status }) => status === 200).length
    if (moved === 2) both += 1
    if (moved === 0) none += 1
  }
  found[`two advances with one expected_state, ${races} races`] = {
    figure: `${both} moved twice, ${none} not at all`,
    goal: 'exactly one moves',
  }
}

async function called(): Promise<void> {
  const counters = Array.from({ length: clerks }, (_, index) => String(index + 1))
  const point = await ask('POST', '/service-points', {
    code: 'BENCH',
    name: 'Bench',
    kind: 'OTHER',
    token_prefix: 'B',
    counters,
  })
  const many = 200
  for (let n = 0; n < many; n += 1) await visit(2000 + n, { service_point_id: point.data.id })
  const ids: string[] = []
  const began = performance.now()
  await Promise.all(
    counters.map(async (counter) => {
      for (;;) {
        const { data } = await ask('POST', `/service-points/${point.data.id}/call-next`, {
          counter,
        })
        if (data === null) return
        ids.push(data.id)
        await ask('POST', `/queue-entries/${data.id}/transfer`, {
          to: idOf('TRI'),
          reason: 'bench',
        })
      }
    }),
  )
  const per_s = Math.round(many / ((performance.now() - began) / 1000))
  found[`${clerks} counters on one queue of ${many}, ${per_s}/s`] = {
    figure: `${ids.length} called, ${new Set(ids).size} different`,
    goal: 'each once',
  }
}
