// Whether messaging works on this machine, from a key to a verified webhook (messaging 8, MSG-391):
// in a house of its own, step by step; what fails is named with what mends it.

import { randomInt } from 'node:crypto'
import { whole } from '../../db/appliance/configuration/kinds.ts'
import { command, done, type Frame, maybe, orElse } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { spoken } from './frame.ts'
import type { Came, Sink, Smsc } from './hands.ts'
import type { Lab } from './lab.ts'

export interface Step {
  step: string
  ok: boolean
  took_ms: number
  said: string
  mend: string | null
}

interface Scene {
  lab: Lab | null
  smsc: Smsc | null
  sink: Sink | null
  key: string
  message_id: string
  posts: Came[]
  submitted: Map<string, number>
}

type Said = string
interface Trial {
  step: string
  mend: string
  run(scene: Scene): Promise<Said>
}

const stage = () => import('./stage.ts')
const labOf = ({ lab }: Scene): Lab => {
  if (lab === null) throw new Error('no house')
  return lab
}
const failed = (said: string): never => {
  throw new Error(said)
}

interface Message {
  status: string
  failureReason?: string
}
const messageNow = async (scene: Scene, id: string): Promise<Message> =>
  (await labOf(scene).call<Message>(scene.key, 'GET', `/v1/sms/${id}`)).body

async function sent(scene: Scene, to: readonly string[]) {
  const { sender } = await stage()
  const answer = await labOf(scene).call<{
    batchId: string
    messages: { id: string; to: string }[]
  }>(scene.key, 'POST', '/v1/sms/send', {
    recipients: to,
    senderId: sender,
    message: 'Habari kutoka kwa jaribio.',
  })
  if (answer.status !== 202) failed(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const trials: readonly Trial[] = [
  {
    step: 'a house of its own starts',
    mend: 'kituo doctor; free disk and memory; what the message says of the log.',
    run: async (scene) => {
      const { openLab } = await import('./lab.ts')
      scene.lab = await openLab()
      return `it listens at ${scene.lab.url()}`
    },
  },
  {
    step: 'business, account, money and an API key',
    mend: 'This is a fault of the program: kituo messaging selftest --verbose',
    run: async (scene) => {
      scene.key = (await (await stage()).openFirm(labOf(scene))).key
      const { status } = await labOf(scene).call(scene.key, 'GET', '/v1/account')
      return status === 200 ? 'the key opens its account' : failed(`the key was answered ${status}`)
    },
  },
  {
    step: 'a sender ID is asked for and approved',
    mend: 'kituo messaging sender list',
    run: async (scene) => {
      const { openSender, sender } = await stage()
      await openSender(labOf(scene), scene.key)
      return `${sender} may send`
    },
  },
  {
    step: 'a link to an operator over SMPP',
    mend: 'A firewall that stops 127.0.0.1? kituo messaging link test',
    run: async (scene) => {
      const { openOperator } = await stage()
      scene.smsc = await openOperator(labOf(scene), {
        submitted: (line) => {
          const to = /→ (\d+): /.exec(line)?.[1]
          if (to !== undefined) scene.submitted.set(to, (scene.submitted.get(to) ?? 0) + 1)
        },
      })
      return `bound at port ${scene.smsc.port}`
    },
  },
  {
    step: 'a webhook is tried out',
    mend: 'kituo messaging webhook test; webhook_allow_cidrs and webhook_ca_file; the clock.',
    run: async (scene) => {
      const { account, must, openReceiver } = await stage()
      scene.sink = await openReceiver(labOf(scene), scene.key, (post) => scene.posts.push(post))
      await must(labOf(scene), 'webhook', 'test', '--account', account)
      const [first] = scene.posts
      return first?.verdict === 'right'
        ? 'its signature is right'
        : failed(`its signature is ${first?.verdict ?? 'missing'}`)
    },
  },
  {
    step: 'a message is accepted, submitted and delivered',
    mend: 'kituo messaging queue show; kituo messaging link log',
    run: async (scene) => {
      const { within } = await stage()
      const { messages } = await sent(scene, ['0712345678'])
      scene.message_id = messages[0]?.id ?? ''
      const is = async () => (await messageNow(scene, scene.message_id)).status === 'delivered'
      if (!(await within(20_000, is)))
        failed(`it is ${(await messageNow(scene, scene.message_id)).status} after 20 s`)
      return scene.submitted.get('255712345678') === 1
        ? 'the operator had it once'
        : failed(`the operator had it ${scene.submitted.get('255712345678') ?? 0} times`)
    },
  },
  {
    step: 'the webhook of it comes, rightly signed',
    mend: 'kituo messaging webhook deliveries',
    run: async (scene) => {
      const { within } = await stage()
      const of = () =>
        scene.posts.filter(
          ({ event, body }) => event === 'message.delivered' && body.includes(scene.message_id),
        )
      if (!(await within(20_000, () => of().length > 0))) failed('it did not come in 20 s')
      const [post] = of()
      return post?.verdict === 'right' ? 'verified' : failed(`its signature is ${post?.verdict}`)
    },
  },
  {
    step: 'what the operator refuses fails with its reason, and is paid back',
    mend: 'kituo messaging message show',
    run: async (scene) => {
      const { within } = await stage()
      const { messages } = await sent(scene, ['255710000030'])
      const id = messages[0]?.id ?? ''
      await within(20_000, async () => (await messageNow(scene, id)).status === 'failed')
      const { status, failureReason } = await messageNow(scene, id)
      return failureReason === 'unknown_subscriber'
        ? 'failed: unknown_subscriber'
        : failed(`it is ${status} ${failureReason ?? ''}`)
    },
  },
  {
    step: 'every wallet agrees with its entries',
    mend: 'kituo messaging wallet prove names the rows.',
    run: async (scene) => {
      const { must } = await stage()
      const { wallets } = await must<{ wallets: number }>(labOf(scene), 'wallet', 'prove')
      return `${wallets} wallets`
    },
  },
]

const per_kill = 20
const settled_within_ms = 60_000

/** MSG-391: whatever the moment, nothing is lost, sent twice or charged twice. */
const kills = (frame: Frame, count: number, seed: number): Trial => ({
  step: `${count} times killed while it sends`,
  mend: 'Report it with this seed: it is a fault of the program.',
  run: async (scene) => {
    const { must, within } = await stage()
    const lab = labOf(scene)
    await must(lab, 'set', 'rate_limit_per_minute', '100000')
    let random = seed
    const next = (most: number): number => {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
      return random % most
    }
    const ids: string[] = []
    const phones: string[] = []
    for (let kill = 0; kill < count && !frame.signal.aborted; kill++) {
      frame.progress('kills', { done: kill, total: count })
      const to = Array.from(
        { length: per_kill },
        (_, at) => `25571${String(3_000_000 + kill * per_kill + at)}`,
      )
      // What was being accepted at the moment of the kill may have been refused as well.
      const accepted = sent(scene, to).then(
        ({ messages }) => {
          ids.push(...messages.map(({ id }) => id))
          phones.push(...to)
        },
        () => undefined,
      )
      await new Promise((resolve) => setTimeout(resolve, next(250)))
      await lab.killAndServe()
      await accepted
    }
    const waiting = async () =>
      ((await lab.ask('messaging', 'queue', 'show')).data as { waiting: number }).waiting
    await within(settled_within_ms, async () => (await waiting()) === 0)
    const twice = phones.filter((to) => (scene.submitted.get(to) ?? 0) > 1)
    if (twice.length > 0) failed(`${twice.length} were submitted twice, ${twice[0]} first`)
    // What is on its way to the operator waits no more and has not ended yet.
    let until = performance.now() + settled_within_ms
    let found = await outcomes(lab, ids)
    while (found.size < ids.length && performance.now() < until) found = await outcomes(lab, ids)
    const lost = ids.filter((id) => !found.has(id))
    if (lost.length > 0)
      failed(`${lost.length} of ${ids.length} accepted messages were lost, ${lost[0]} first`)
    // Receipts go on coming in: what is told of a message is newer than what was read of it before.
    let untold = await wronglyTold(lab, found)
    until = performance.now() + settled_within_ms
    while (untold.length > 0 && performance.now() < until) {
      found = await outcomes(lab, ids)
      untold = await wronglyTold(lab, found)
    }
    if (untold.length > 0) failed(`${untold.length} ends were not told once: ${untold[0]}`)
    const uncertain = [...found.values()].filter((one) => one.uncertain).length
    await must(lab, 'wallet', 'prove')
    return `${ids.length} accepted, none lost, none twice, each end told once, ${uncertain} uncertain (seed ${seed})`
  },
})

interface Outcome {
  status: string
  uncertain: boolean
}

async function outcomes(lab: Lab, ids: readonly string[]): Promise<Map<string, Outcome>> {
  const { account } = await stage()
  const found = new Map<string, Outcome>()
  for (const id of ids) {
    const { data } = await lab.ask('messaging', 'message', 'show', id, '--account', account)
    const one = data as Outcome | null
    const over = one?.status === 'delivered' || one?.status === 'sent'
    if (one !== null && (over || one.uncertain)) found.set(id, one)
  }
  return found
}

interface Told {
  event: string
  data_id: string
}

/** Each (message, event) once: its end when it has one, never twice, and no other end. */
export async function wronglyTold(
  lab: Pick<Lab, 'ask'>,
  found: ReadonlyMap<string, Outcome>,
): Promise<string[]> {
  const { account } = await stage()
  const log = ['messaging', 'webhook', 'deliveries', '--account', account, '--limit', '0']
  const told = ((await lab.ask(...log)).data ?? []) as Told[]
  const counts = new Map<string, number>()
  for (const { event, data_id } of told)
    counts.set(`${data_id} ${event}`, (counts.get(`${data_id} ${event}`) ?? 0) + 1)
  const times = (id: string, state: string): number => counts.get(`${id} message.${state}`) ?? 0
  return [...found].flatMap(([id, { status }]) => {
    const wrong = ['sent', 'delivered', 'failed', 'expired'].filter((state) =>
      state === status
        ? times(id, state) !== 1
        : times(id, state) > (state === 'sent' && status !== 'queued' ? 1 : 0),
    )
    return wrong.map((state) => `${id} is ${status}, message.${state} ${times(id, state)} times`)
  })
}

async function tried(trial: Trial, scene: Scene): Promise<Step> {
  const began = performance.now()
  const { step, mend } = trial
  const took = (): number => Math.round(performance.now() - began)
  try {
    const said = await trial.run(scene)
    return { step, ok: true, took_ms: took(), said, mend: null }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { step, ok: false, took_ms: took(), said, mend }
  }
}

const selftest = command('messaging selftest', {
  says: 'Tries messaging from a key to a verified webhook in a house of its own, step by step.',
  class: 'L',
  permission: null,
  flags: {
    kills: orElse(whole(0, 10_000), '0', 'also kill the house so often while it sends'),
    seed: maybe(whole(0, 4_294_967_295), 'the moments of the kills, to repeat a run'),
  },
  exits: [3],
  examples: [
    'kituo messaging selftest',
    'kituo messaging selftest --json',
    'kituo messaging selftest --kills 200 --seed 7',
  ],
  run: async (frame) => {
    const { flags } = frame
    const seed = flags.seed ?? randomInt(2 ** 32)
    const all = flags.kills === 0 ? trials : [...trials, kills(frame, flags.kills, seed)]
    const scene: Scene = {
      lab: null,
      smsc: null,
      sink: null,
      key: '',
      message_id: '',
      posts: [],
      submitted: new Map(),
    }
    const steps: Step[] = []
    try {
      for (const [at, trial] of all.entries()) {
        frame.progress(trial.step, { done: at, total: all.length })
        const step = await tried(trial, scene)
        steps.push(step)
        // What comes after leans on what went before.
        if (!step.ok || frame.signal.aborted) break
      }
    } finally {
      await scene.lab?.close()
      await scene.smsc?.close()
      await scene.sink?.close()
    }
    const wrong = steps.find(({ ok }) => !ok)
    const data = { steps, seed: flags.kills === 0 ? null : seed }
    if (wrong === undefined && steps.length === all.length)
      return done(`All ${steps.length} steps hold.`, data)
    return done(`${wrong?.step ?? 'It was cut'}: ${wrong?.said ?? 'no'}`, data, {
      error: { code: 'proof.failed', ...spoken({ mend: wrong?.mend ?? undefined }) },
    })
  },
  view: ({ steps }, page) => step_table(steps, page),
})

const step_table = tableOf<Step>(
  ['', (row) => (row.ok ? 'holds' : 'FAILS')],
  ['Step', (row) => row.step],
  ['ms', (row) => row.took_ms],
  ['Found', (row) => row.said],
  ['Mend', (row) => row.mend, 'wide'],
)

export const commands = [selftest]
