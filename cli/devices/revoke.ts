// Revoking workstations, one or many at once, for good.

import { seconds } from '../../db/core/clock.ts'
import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Device } from '../../db/hospital/office/devices/shapes.ts'
import { revoke_reasons } from '../../db/hospital/office/devices/words.ts'
import { command, done, type Frame, type Input, maybe, words } from '../frame/grammar/command.ts'
import { calledEver } from '../frame/names/device-name.ts'
import { field } from '../frame/grammar/fields.ts'
import { usage } from '../frame/grammar/usage.ts'

/** So many at once are a yes; more are typed (operations 5.4). */
const at_once = 5

const some_labels: Input<readonly string[]> = {
  ...words(text('the label or id of a workstation', /^[^\0]{1,60}$/), 'one or more'),
  needed: true,
}

const causes = revoke_reasons.join(', ')

const revoke = command('device revoke', {
  says: 'Revokes workstations for good: their sessions end and their certificates no longer count.',
  class: 'M',
  reply: async () => {
    const { listOf } = await import('../../db/core/kinds/kinds.ts')
    const { Device: shape } = await import('../../db/hospital/office/devices/shapes.ts')
    return { within: { devices: listOf(shape) } }
  },
  permission: 'device:revoke',
  http: 'POST /api/v1/devices/:id/revoke',
  confirm: 'C1',
  transaction: 'rule',
  asks: { labels: some_labels },
  flags: {
    why: maybe(choice(revoke_reasons), 'what became of them, where --reason does not say it'),
    note: field('a few words more'),
  },
  examples: [
    'kituo device revoke "Till 1" --reason LOST',
    'kituo device revoke "Till 1" "Till 2" --reason RETIRED --note "sold" --yes',
  ],
  plan: async (frame) => {
    const { going, gone } = await meant(frame)
    if (going.length > 0) causeOf(frame)
    const sessions = going.reduce((sum, { open_sessions }) => sum + open_sessions, 0)
    return {
      steps: [
        ...gone.map(alreadySaid),
        ...going.map(({ label }) => `revoke ${label} for good`),
        ...(going.length === 0 ? [] : [`end ${sessions} sessions`]),
      ],
      ...(going.length > at_once ? { type: `${going.length} workstations` } : {}),
      nothing: going.length === 0,
    }
  },
  run: async (frame) => {
    const { going, gone } = await meant(frame)
    if (going.length === 0) {
      const { list_number, waits } = await namedNow(gone)
      const said = [...gone.map(alreadySaid), ...(waits ? [no_list_yet] : [])].join(' ')
      return done(said, { devices: gone, list_number }, { changed: false })
    }
    const { revoke: revoked } = await import('../../db/hospital/office/devices/devices.ts')
    const { within } = await import('../../db/store/connection.ts')
    const by = await frame.caller()
    const asked = { reason: causeOf(frame), note: frame.flags.note ?? null }
    const devices = await within(async () => {
      const made: Device[] = []
      for (const { id } of going) made.push(await revoked(by, id, asked))
      return made
    })
    const { list_number, waits } = await namedSoon(frame, [...gone, ...devices])
    const many = devices.length === 1 ? 'Workstation' : `${devices.length} workstations`
    const said = [
      ...gone.map(alreadySaid),
      `${many} revoked.`,
      ...(waits ? [no_list_yet] : []),
    ].join(' ')
    return done(said, { devices: [...gone, ...devices], list_number })
  },
  view: () => null,
})

export const commands = [revoke]

type Asked = Frame<
  { labels: readonly string[] },
  { why: (typeof revoke_reasons)[number] | undefined; note: string | undefined }
>

async function meant(frame: Asked): Promise<{ going: Device[]; gone: Device[] }> {
  const found = new Map<string, Device>()
  for (const typed of frame.asked.labels) {
    const one = await calledEver(frame, typed)
    found.set(one.id, one)
  }
  const all = [...found.values()]
  return {
    going: all.filter(({ status }) => status !== 'REVOKED'),
    gone: all.filter(({ status }) => status === 'REVOKED'),
  }
}

const alreadySaid = ({ label, revoked_at }: Device): string =>
  `${label} was revoked on ${revoked_at?.slice(0, 10)} already.`

/** `--reason LOST`, or --why with words of one’s own in --reason. */
function causeOf({ flags, reason }: Asked): (typeof revoke_reasons)[number] {
  const cause = flags.why ?? revoke_reasons.find((one) => one === reason)
  if (cause !== undefined) return cause
  throw reason === null
    ? usage('missing', `device revoke asks for a reason: add --reason ${causes}.`)
    : usage('value', `--reason takes one of ${causes}; for words of your own add --note.`)
}

/** Two seconds in which revocations are gathered, and a list of thousands. */
const patience_ms = seconds(5)
const no_list_yet = 'No list names all of it yet. See: kituo device crl show'

const idsOf = (all: readonly Device[]): string[] => all.map(({ id }) => id)

async function namedNow(all: readonly Device[]) {
  const { listNaming } = await import('../../db/hospital/office/devices/list-naming.ts')
  return listNaming(idsOf(all))
}

/** The daemon gathers revocations and builds their list; without one it is built here. */
async function namedSoon({ house }: Pick<Frame, 'house'>, all: readonly Device[]) {
  if (house !== null) {
    const { listThatWillName } = await import('../../db/hospital/office/devices/list-naming.ts')
    return listThatWillName(idsOf(all), patience_ms)
  }
  const { rebuild } = await import('../../db/hospital/office/devices/revocation-list.ts')
  await rebuild()
  return namedNow(all)
}
