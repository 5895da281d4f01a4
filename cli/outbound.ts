// What is held from leaving the house, and letting it go, channel by channel (operations 4.11).

import { choice } from '../db/configuration/kinds.ts'
import { type Channel, channels } from '../db/outbound/words.ts'
import { command, done, type Frame, word } from './command.ts'
import { tableOf } from './lists.ts'

interface Line {
  channel: Channel
  state: string
  since: string | null
  waiting: number
  oldest: string | null
  uncertain: number
}

async function lines({ configuration }: Pick<Frame, 'configuration'>): Promise<Line[]> {
  const { holds } = await import('../db/outbound/holds.ts')
  const { waitsIn } = await import('../db/hospital/outbox/releasing.ts')
  const held = new Map((await holds()).map((one) => [one.channel, one]))
  const off = !configuration.get('outbound.enabled')
  const found: Line[] = []
  for (const channel of channels) {
    const hold = held.get(channel)
    const state = hold === undefined ? (off ? 'off' : 'running') : `held: ${hold.cause}`
    found.push({ channel, state, since: hold?.held_at ?? null, ...(await waitsIn(channel)) })
  }
  return found
}

const show = command('outbound show', {
  says: 'Prints per channel whether it is held, and what waits.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo outbound show', 'kituo outbound show --json'],
  run: async (frame) => {
    const found = await lines(frame)
    return done('', found, { total: found.length })
  },
  view: tableOf<Line>(
    ['Channel', (row) => row.channel],
    ['State', (row) => row.state],
    ['Since', (row, page) => page.time(row.since)],
    ['Waiting', (row) => row.waiting],
    ['Oldest', (row, page) => page.time(row.oldest)],
    ['Uncertain', (row) => row.uncertain],
  ),
})

const release = command('outbound release', {
  says: 'Lets a channel go on that was held.',
  class: 'M',
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C1',
  reason: 'must',
  exits: [3],
  flags: { channel: word(choice(channels), 'which one') },
  examples: [
    'kituo outbound release --channel mail --reason "nothing went twice"',
    'kituo outbound release --channel sms --reason "asked the operator what was sent"',
  ],
  plan: async (frame) => {
    const line = (await lines(frame)).find(({ channel }) => channel === frame.flags.channel)
    return {
      steps: [
        `let ${line?.waiting ?? 0} of ${frame.flags.channel} go, the oldest of ${line?.oldest ?? 'none'}`,
        ...(line === undefined || line.uncertain === 0
          ? []
          : [`leave ${line.uncertain} uncertain ones to a person`]),
      ],
      nothing: line?.since === null,
    }
  },
  run: async (frame) => {
    const { flags, reason, configuration, caller } = frame
    const { releaseChannel } = await import('../db/hospital/outbox/releasing.ts')
    const { released, queued } = await releaseChannel(await caller(), flags.channel, reason)
    if (!configuration.get('outbound.enabled'))
      frame.warn('outbound.off', 'outbound.enabled is false: nothing leaves until it is true.')
    return done(
      released ? `${flags.channel} goes on.` : `${flags.channel} was not held.`,
      { channel: flags.channel, queued },
      { changed: released },
    )
  },
  view: () => null,
})

const hold = command('outbound hold', {
  says: 'Holds a channel: what is accepted waits until it is released.',
  class: 'M',
  about: 'deployment',
  permission: 'system:operate',
  confirm: 'C1',
  reason: 'must',
  flags: { channel: word(choice([...channels, 'all']), 'which one') },
  examples: [
    'kituo outbound hold --channel sms --reason "the operator bills twice"',
    'kituo outbound hold --channel all --reason "a copy for training" --yes',
  ],
  plan: async (frame) => {
    const running = (await chosen(frame)).filter(({ since }) => since === null)
    return {
      steps: running.map(({ channel, waiting }) => `hold ${channel}; ${waiting} wait already`),
      nothing: running.length === 0,
    }
  },
  run: async (frame) => {
    const { holdChannel } = await import('../db/hospital/outbox/releasing.ts')
    const held: string[] = []
    for (const { channel } of await chosen(frame)) {
      if (await holdChannel(await frame.caller(), channel, frame.reason)) held.push(channel)
    }
    return done(
      held.length === 0 ? 'It is held already.' : `Held: ${held.join(', ')}.`,
      { held },
      {
        changed: held.length > 0,
        next: held.map((one) => `kituo outbound release --channel ${one}`),
      },
    )
  },
  view: () => null,
})

async function chosen(
  frame: Pick<Frame<unknown, { channel: Channel | 'all' }>, 'configuration' | 'flags'>,
): Promise<Line[]> {
  const { channel } = frame.flags
  return (await lines(frame)).filter((one) => channel === 'all' || one.channel === channel)
}

export const commands = [show, hold, release]
