// What is held from leaving the house, and letting it go, channel by channel (operations 4.11).

import { clock } from '../../db/core/clock.ts'
import { choice, duration } from '../../db/appliance/configuration/kinds.ts'
import type { Waits } from '../../db/hospital/office/outbox/waits.ts'
import { type Channel, channels, type HoldCause } from '../../db/appliance/outbound/words.ts'
import { command, done, type Frame, maybe, type Plan, word, yes } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { day_time } from '../messaging/frame.ts'
import { usage } from '../frame/grammar/usage.ts'

interface Line extends Waits {
  channel: Channel
  state: string
  held: boolean
  since: string | null
  reason: HoldCause | 'off' | null
}

async function lines({ configuration }: Pick<Frame, 'configuration'>): Promise<Line[]> {
  const { holds } = await import('../../db/appliance/outbound/holds.ts')
  const { waitsIn } = await import('../../db/hospital/office/outbox/waits.ts')
  const held = new Map((await holds()).map((one) => [one.channel, one]))
  const off = !configuration.get('outbound.enabled')
  const found: Line[] = []
  for (const channel of channels) {
    const hold = held.get(channel)
    const since = hold?.held_at ?? null
    found.push({
      channel,
      state: hold === undefined ? (off ? 'off' : 'running') : `held: ${hold.cause}`,
      held: hold !== undefined || off,
      since,
      reason: hold?.cause ?? (off ? 'off' : null),
      ...(await waitsIn(channel, { since })),
    })
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
    ['Answered', (row) => row.already_answered],
    ['Too old', (row) => row.would_expire],
  ),
})

interface Releasing {
  channel: Channel | 'all' | undefined
  drop_older_than: number | undefined
  drop_accepted_before: string | undefined
  moved: boolean
}

const release = command('outbound release', {
  says: 'Lets a channel go on that was held.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C1',
  reason: 'must',
  exits: [3],
  flags: {
    channel: maybe(choice([...channels, 'all']), 'which one'),
    drop_older_than: maybe(duration(), 'gives up what was accepted longer ago: 24h'),
    drop_accepted_before: maybe(day_time, 'gives up what was accepted before this moment'),
    moved: yes('the data moved to this machine, and the copy before is off: all go on'),
  },
  examples: [
    'kituo outbound release --channel email --reason "nothing went twice"',
    'kituo outbound release --channel sms --drop-older-than 24h --reason "yesterday is over"',
    'kituo outbound release --moved --reason "the old machine is off"',
  ],
  plan: (frame) => (frame.flags.moved ? planMoved(frame) : planRelease(frame)),
  run: async (frame) => {
    const { flags, reason, configuration } = frame
    if (!configuration.get('outbound.enabled'))
      frame.warn('outbound.off', 'outbound.enabled is false: nothing leaves until it is true.')
    const { within } = await import('../../db/store/connection.ts')
    const { releaseMoved } = await import('../../db/hospital/office/outbox/releasing.ts')
    const caller = await frame.caller()
    if (flags.moved) {
      alone(flags)
      const { cameFrom } = await import('../../db/appliance/house/machines.ts')
      const was_asked = (await cameFrom()).length > 0
      const { released, queued } = await within(() => releaseMoved(caller, reason))
      return done(
        released.length > 0
          ? goesOn(released)
          : was_asked
            ? said_moved
            : 'Nothing was held for a move.',
        { released, queued, dropped: 0 },
        { changed: released.length > 0 || was_asked },
      )
    }
    const before = cutOf(flags)
    const found = await held(frame)
    let [queued, dropped] = [0, 0]
    for (const { channel } of found) {
      const one = await letGo(frame, channel, before)
      queued += one.queued
      dropped += one.dropped
    }
    const names = found.map(({ channel }) => channel)
    return done(
      names.length > 0
        ? `${goesOn(names)}${dropped > 0 ? ` ${dropped} were given up.` : ''}`
        : `${flags.channel === 'all' ? 'Nothing' : flags.channel} was not held.`,
      { channel: flags.channel, released: names, queued, dropped },
      { changed: names.length > 0 },
    )
  },
  view: () => null,
})

type ReleaseFrame = Frame<unknown, Releasing>

const said_moved = 'These data run here now. What was held before the move stays held.'

const goesOn = (names: readonly Channel[]): string =>
  names.length === 1 ? `${names[0]} goes on.` : `${names.join(', ')} go on.`

/** Given up while it is held, in pieces; then let go. */
async function letGo(
  frame: ReleaseFrame,
  channel: Channel,
  before: string | null,
): Promise<{ queued: number; dropped: number }> {
  const { within } = await import('../../db/store/connection.ts')
  const { dropBefore } = await import('../../db/appliance/outbound/dropping.ts')
  const { releaseChannel } = await import('../../db/hospital/office/outbox/releasing.ts')
  const caller = await frame.caller()
  const dropped = before === null ? 0 : await dropBefore(caller, channel, before)
  const { queued } = await within(() =>
    releaseChannel(
      caller,
      channel,
      frame.reason,
      before === null ? null : { count: dropped, before },
    ),
  )
  return { queued, dropped }
}

async function planMoved(frame: ReleaseFrame): Promise<Plan> {
  alone(frame.flags)
  const { cameFrom, thisMachine } = await import('../../db/appliance/house/machines.ts')
  const moved = (await lines(frame)).filter(({ reason }) => reason === 'moved')
  const from = (await cameFrom()).map(({ host }) => host)
  return {
    steps: [
      `say that these data run on ${thisMachine().host} now, and no more on ${from.join(', ') || 'another machine'}`,
      ...moved.map(({ channel, waiting }) => `let ${waiting} of ${channel} go`),
    ],
    type: thisMachine().host,
    nothing: moved.length === 0 && from.length === 0,
  }
}

async function planRelease(frame: ReleaseFrame): Promise<Plan> {
  const { waitsIn } = await import('../../db/hospital/office/outbox/waits.ts')
  const before = cutOf(frame.flags)
  const found = await held(frame)
  const steps: string[] = []
  for (const { channel, waiting, oldest, uncertain, already_answered, would_expire } of found) {
    const drops = before === null ? 0 : (await waitsIn(channel, { before })).waiting - uncertain
    const most = Math.max(0, drops)
    if (before !== null)
      steps.push(`give up ${most} of ${channel} that were accepted before ${before}`)
    steps.push(`let ${waiting - most} of ${channel} go, the oldest of ${oldest ?? 'none'}`)
    if (already_answered > 0)
      steps.push(`${already_answered} of ${channel} were sent already, by the operator's word`)
    if (would_expire > 0) steps.push(`${would_expire} of ${channel} are too old and go nowhere`)
    if (uncertain > 0) steps.push(`leave ${uncertain} uncertain ones to a person`)
  }
  return { steps, nothing: found.length === 0 }
}

/** Those of the chosen channels that are held; what a move holds goes on as a whole (OPS-136). */
async function held(frame: ReleaseFrame): Promise<Line[]> {
  const { conflict } = await import('../../db/core/refusal.ts')
  const { channel } = frame.flags
  if (channel === undefined) throw usage('missing', 'Give --channel, or --moved.')
  const found = (await lines(frame)).filter(
    (one) => one.since !== null && (channel === 'all' || one.channel === channel),
  )
  // Also of a channel that was held before the move: two copies never both send.
  const { cameFrom } = await import('../../db/appliance/house/machines.ts')
  if (found.length > 0 && (await cameFrom()).length > 0) {
    throw conflict(
      'These data ran on another machine. Switch that one off, then: kituo outbound release --moved',
      'rule.refused',
    )
  }
  return found
}

function alone({ channel, drop_older_than, drop_accepted_before }: Releasing): void {
  if (channel === undefined && drop_older_than === undefined && drop_accepted_before === undefined)
    return
  throw usage('value', '--moved stands alone: it lets every channel go on that the move holds.')
}

function cutOf({ drop_older_than, drop_accepted_before }: Releasing): string | null {
  if (drop_older_than !== undefined && drop_accepted_before !== undefined)
    throw usage('value', 'Give --drop-older-than or --drop-accepted-before, not both.')
  if (drop_older_than !== undefined) return new Date(clock.ms() - drop_older_than).toISOString()
  if (drop_accepted_before === undefined) return null
  return new Date(drop_accepted_before).toISOString()
}

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
    const { holdChannel } = await import('../../db/hospital/office/outbox/releasing.ts')
    const now_held: string[] = []
    for (const { channel } of await chosen(frame)) {
      if (await holdChannel(await frame.caller(), channel, frame.reason)) now_held.push(channel)
    }
    return done(
      now_held.length === 0 ? 'It is held already.' : `Held: ${now_held.join(', ')}.`,
      { held: now_held },
      {
        changed: now_held.length > 0,
        next: now_held.map((one) => `kituo outbound release --channel ${one}`),
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
