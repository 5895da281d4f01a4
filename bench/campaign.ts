// A campaign with merge fields to very many people: its preview, its messages, its first submit, in a
// house of its own (MSG 9 M17). The operator is a process of its own.
//   npm run bench -- campaign [people, 100000]     PROGRAM=dist/kituo for the packaged program

import { resolve } from 'node:path'
import { openLab } from '../cli/messaging/lab.ts'
import { firm } from '../cli/messaging/measures.ts'
import { openLinkTo, sender } from '../cli/messaging/stage.ts'
import type { SmscCounts } from '../daemon/sending/smsc/server.ts'
import { child } from './harness/child.ts'
import { report } from './harness/report.ts'

const [wanted = 100_000] = process.argv.slice(2).map(Number)
const program = process.env['PROGRAM']
const at_once = 50_000
const lab = await openLab(program === undefined ? {} : { program: resolve(program) })
const operator = await child<number>('./operator.ts')
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

async function asked<T>(key: string, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await lab.call<T>(key, method, path, body)
  if (reply.status >= 300)
    throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`)
  return reply.body
}

try {
  const key = await firm(lab)
  const group = await asked<{ id: string }>(key, 'POST', '/v1/groups', { name: 'Everybody' })
  for (let from = 0; from < wanted; from += at_once)
    await asked(key, 'POST', '/v1/contacts/import', {
      groupIds: [group.id],
      contacts: Array.from({ length: Math.min(at_once, wanted - from) }, (_, n) => ({
        phone: `2557${String(12_000_000 + from + n).padStart(8, '0')}`,
        firstName: `Jina ${from + n}`,
        attributes: { clinic: 'Kliniki', day: n },
      })),
    })
  await openLinkTo(lab, operator.said)
  const { id } = await asked<{ id: string }>(key, 'POST', '/v1/campaigns', {
    name: 'A measure',
    class: 'transactional',
    senderId: sender,
    message: 'Habari {{firstName|mteja}}, karibu {{clinic}} siku {{day}}.',
    audience: { groupIds: [group.id] },
  })
  const timed = async (path: string): Promise<number> => {
    const began = performance.now()
    await asked(key, 'POST', `/v1/campaigns/${id}${path}`)
    return (performance.now() - began) / 1000
  }
  const preview_s = await timed('/preview')
  const began = performance.now()
  const since = (): number => (performance.now() - began) / 1000
  await timed('/start')
  while ((await operator.ask<SmscCounts>('counts')).submitted === 0) await wait(10)
  const first_s = since()
  const created = async (): Promise<number> =>
    (await asked<{ counts: { created: number } }>(key, 'GET', `/v1/campaigns/${id}`)).counts.created
  while ((await created()) < wanted) await wait(100)
  const created_s = since()
  const figure = (s: number) => ({ s: Number(s.toFixed(2)) })
  report(
    'campaign',
    {
      people: { s: wanted },
      preview: figure(preview_s),
      'first submit after the start': figure(first_s),
      'all created': figure(created_s),
    },
    ['Goals for 100,000: preview 5 s, first submit 2 s, created 20 s (M17).'],
  )
} finally {
  await lab.close()
  await operator.end()
}
