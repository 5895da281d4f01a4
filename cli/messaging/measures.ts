// What messaging does in a second on this machine (messaging 9): measured from outside, in a house
// of its own, with its counterparts in this process.

import { readFileSync } from 'node:fs'
import { Refusal } from '../../db/core/refusal.ts'
import type { Lab } from './lab.ts'
import { must, openFirm, openOperator, openReceiver, openSender, sender, within } from './stage.ts'

export type Figures = Record<string, number>
export interface Asked {
  lab: Lab
  messages: number
  progress: (phase: string, done: number, total: number) => void
}

const text = 'Habari, miadi yako ni kesho saa nne asubuhi.'
const phones = (count: number, from: number): string[] =>
  Array.from({ length: count }, (_, at) => `2557${String(12_000_000 + from + at).padStart(8, '0')}`)

/** The share of a sorted list, to a tenth. */
const at = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) /
  10

/** A firm that may send, with limits out of the way. */
export async function firm(lab: Lab): Promise<string> {
  const { key } = await openFirm(lab)
  await openSender(lab, key)
  for (const [name, value] of [
    ['rate_limit_per_minute', '100000'],
    ['queue_max_per_account', '100000000'],
    ['queue_max_total', '1000000000'],
  ] as const)
    await must(lab, 'set', name, value)
  return key
}

/** What does not come in so long never will, and a measure that waits for it says nothing. */
async function reached(count: number, met: () => Promise<boolean> | boolean): Promise<void> {
  if (await within(60_000 + count * 20, met)) return
  throw new Refusal(503, 'time.out', `it was not done in ${60 + count * 0.02} s`)
}

/** Milliseconds that one accepted send took. */
async function send(lab: Lab, key: string, recipients: readonly string[]): Promise<number> {
  const began = performance.now()
  const { status, body } = await lab.call(key, 'POST', '/v1/sms/send', {
    recipients,
    senderId: sender,
    message: text,
  })
  if (status !== 202) throw new Error(`a send was answered ${status}: ${JSON.stringify(body)}`)
  return performance.now() - began
}

/** So many messages, accepted a thousand at a time. */
export async function fill({ lab, messages, progress }: Asked, key: string): Promise<number[]> {
  const took: number[] = []
  for (let from = 0; from < messages; from += 1000) {
    took.push(await send(lab, key, phones(Math.min(1000, messages - from), from)))
    progress('accepted', from, messages)
  }
  return took.sort((a, b) => a - b)
}

/** Linux alone says it. */
function highWaterMib(pid: number): number {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Math.round(Number(found?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

const singles_ms = 5000

async function accept(asked: Asked): Promise<Figures> {
  const { lab } = asked
  const key = await firm(lab)
  await must(lab, 'queue', 'pause', '--reason', 'a measure of accepting')
  const took = await fill(asked, key)
  const each: number[] = []
  const until = performance.now() + singles_ms
  await Promise.all(
    Array.from({ length: 16 }, async (_, place) => {
      while (performance.now() < until)
        each.push(await send(lab, key, phones(1, place * 7919 + each.length)))
    }),
  )
  each.sort((a, b) => a - b)
  return {
    'calls of 1,000': took.length,
    'p50 ms': at(took, 0.5),
    'p95 ms': at(took, 0.95),
    'p99 ms': at(took, 0.99),
    'single a second, 16 at once': Math.round(each.length / (singles_ms / 1000)),
    'single p95 ms': at(each, 0.95),
    'memory at its highest MiB': highWaterMib(lab.pid()),
  }
}

/** What waits is let go at once, and counted where it arrives. */
async function drained(asked: Asked, key: string): Promise<Figures> {
  const { lab, messages, progress } = asked
  const smsc = await openOperator(lab)
  try {
    await must(lab, 'queue', 'pause', '--reason', 'a measure of the drain')
    await fill(asked, key)
    await must(lab, 'queue', 'resume')
    await reached(messages, () => {
      progress('delivered', smsc.counts().taken, messages)
      return smsc.counts().taken >= messages
    })
    const { first_ms, last_ms, last_taken_ms, submitted } = smsc.counts()
    const per_second = (end_ms: number): number =>
      Math.round(messages / Math.max(0.001, (end_ms - first_ms) / 1000))
    return {
      messages,
      submitted,
      'submitted a second': per_second(last_ms),
      'delivered a second': per_second(last_taken_ms),
      'memory at its highest MiB': highWaterMib(lab.pid()),
    }
  } finally {
    await smsc.close()
  }
}

const drain = async (asked: Asked): Promise<Figures> => drained(asked, await firm(asked.lab))

async function webhooks(asked: Asked): Promise<Figures> {
  const { lab, messages, progress } = asked
  const key = await firm(lab)
  const counts = { posts: 0, right: 0, first_ms: 0, last_ms: 0 }
  const sink = await openReceiver(
    lab,
    key,
    ({ verdict }) => {
      counts.posts += 1
      if (verdict === 'right') counts.right += 1
      counts.last_ms = performance.now()
      if (counts.first_ms === 0) counts.first_ms = counts.last_ms
    },
    ['message.delivered'],
  )
  try {
    const found = await drained(asked, key)
    await reached(messages, () => {
      progress('posts', counts.posts, messages)
      return counts.posts >= messages
    })
    const took_s = Math.max(0.001, (counts.last_ms - counts.first_ms) / 1000)
    return {
      ...found,
      posts: counts.posts,
      'posts a second': Math.round(counts.posts / took_s),
      'wrong signatures': counts.posts - counts.right,
    }
  } finally {
    await sink.close()
  }
}

const contactsOf = (count: number) => ({
  contacts: phones(count, 0).map((phone, n) => ({
    phone,
    firstName: `Jina ${n}`,
    lastName: 'Mwananchi',
    attributes: { a: 'one', b: n, c: true, d: 'Dar es Salaam' },
  })),
})

async function imported(lab: Lab, key: string, body: string): Promise<number> {
  const began = performance.now()
  const { status } = await lab.call(key, 'POST', '/v1/contacts/import', body)
  if (status !== 200) throw new Error(`the import was answered ${status}`)
  return Math.round(performance.now() - began)
}

async function contacts({ lab, messages }: Asked): Promise<Figures> {
  const key = await firm(lab)
  const count = Math.min(50_000, messages)
  const body = JSON.stringify(contactsOf(count))
  return {
    contacts: count,
    'new ms': await imported(lab, key, body),
    'repeated ms': await imported(lab, key, body),
    'memory at its highest MiB': highWaterMib(lab.pid()),
  }
}

async function campaign({ lab, messages, progress }: Asked): Promise<Figures> {
  const key = await firm(lab)
  const count = Math.min(50_000, messages)
  const group = await lab.call<{ id: string }>(key, 'POST', '/v1/groups', { name: 'Everybody' })
  await imported(lab, key, JSON.stringify({ ...contactsOf(count), groupIds: [group.body.id] }))
  const smsc = await openOperator(lab)
  try {
    const made = await lab.call<{ id: string }>(key, 'POST', '/v1/campaigns', {
      name: 'A measure',
      class: 'transactional',
      senderId: sender,
      message: 'Habari {{firstName|mteja}}, karibu kliniki.',
      audience: { groupIds: [group.body.id] },
    })
    const { id } = made.body
    const timed = async (path: string): Promise<number> => {
      const began = performance.now()
      const { status, body } = await lab.call(key, 'POST', `/v1/campaigns/${id}${path}`)
      if (status >= 300) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`)
      return Math.round(performance.now() - began)
    }
    const preview_ms = await timed('/preview')
    const began = performance.now()
    const start_ms = await timed('/start')
    await reached(messages, () => smsc.counts().submitted > 0)
    const first_ms = Math.round(performance.now() - began)
    const counts = async () =>
      (
        await lab.call<{ counts: { created: number; delivered: number } }>(
          key,
          'GET',
          `/v1/campaigns/${id}`,
        )
      ).body.counts
    await reached(messages, async () => (await counts()).created >= count)
    const created_ms = Math.round(performance.now() - began)
    await reached(messages, async () => {
      const { delivered } = await counts()
      progress('delivered', delivered, count)
      return delivered >= count
    })
    return {
      people: count,
      'preview ms': preview_ms,
      'start ms': start_ms,
      'first submit ms': first_ms,
      'created ms': created_ms,
      'delivered ms': Math.round(performance.now() - began),
      'memory at its highest MiB': highWaterMib(lab.pid()),
    }
  } finally {
    await smsc.close()
  }
}

export const measures = { accept, drain, webhooks, import: contacts, campaign } as const
export type MeasureName = keyof typeof measures
