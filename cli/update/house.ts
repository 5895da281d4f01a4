// What an update asks of the house itself, through the program of either side (OPS-169): that it closes
// its doors, that it is well, that it opens them again. Nobody types these.

import { text } from '../../db/appliance/configuration/kinds.ts'
import { version } from '../../db/core/version.ts'
import { command, done, type Frame, maybe, maybeFile, word } from '../frame/grammar/command.ts'

const number = text('a version', /^[\w.+-]{1,40}$/)
const words = text('words', /^[^\0]{1,300}$/)

const begin = command('update begin', {
  says: 'Writes down that a newer version comes, and closes the doors for it.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'update:apply',
  hidden: true,
  exits: [9],
  flags: {
    to: word(number, 'the version that comes'),
    holder: maybe(words, 'which process keeps the doors closed'),
    when: maybe(words, 'when it will come'),
    token: maybeFile('of the person who asked for it'),
  },
  examples: ['kituo update begin --to 1.5.0', 'kituo update begin --to 1.5.0 --token -'],
  plan: async ({ flags }) => ({ steps: [`begin the update to ${flags.to}`] }),
  run: async (frame) => {
    const { to, holder, when } = frame.flags
    const person = await personOf(frame)
    if (person !== null) {
      const { within } = await import('../../db/store/connection.ts')
      const { record } = await import('../../db/hospital/office/audit/record.ts')
      await within(async () => {
        record(person, 'update.asked', {
          entity_type: 'update',
          entity_label: when === undefined ? to : `${to}, ${when}`,
          reason: frame.reason,
        })
      })
    }
    const { begin: close } = await import('../../db/appliance/house/maintenance.ts')
    if (holder !== undefined) await close(holder, `update to ${to}`, null)
    return done('It is written down.', { by: person?.name ?? frame.at })
  },
  view: () => null,
})

const end = command('update end', {
  says: 'Writes down how an update ended, and opens the doors.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'update:apply',
  hidden: true,
  flags: {
    from: word(number, 'the version before'),
    to: word(number, 'the version that came'),
    outcome: word(words, 'how it ended'),
    by: word(words, 'who asked for it'),
    backup: maybe(words, 'the backup that was made'),
    why: maybe(words, 'why it was not brought in'),
  },
  examples: [
    'kituo update end --from 1.4.2 --to 1.5.0 --outcome DONE --by cli:root@hms1',
    'kituo update end --from 1.4.2 --to 1.5.0 --outcome ROLLED_BACK --by cli:root@hms1',
  ],
  plan: async () => ({ steps: ['write down how the update ended'] }),
  run: async () => {
    const { endOfUpdate } = await import('../../db/appliance/house/maintenance.ts')
    return done('It is written down.', { opened: await endOfUpdate() })
  },
  view: () => null,
})

/** What people look at most, one list of each part. */
const reads = [
  'facility list',
  'department list',
  'location list',
  'module list',
  'user list',
  'role list',
  'settings get',
  'sequence list',
  'schedule list',
  'device list',
  'job list',
  'audit search',
]

const health = command('update health', {
  says: 'Asks the house as people do: its door, ten lists and one paper.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'update:apply',
  hidden: true,
  examples: ['kituo update health', 'kituo update health --json'],
  plan: async () => ({ steps: ['ask the house as people do'] }),
  run: async (frame) => {
    const checks = [await door(frame), await lists(frame), await paper(frame)]
    const ill = checks.find(({ ok }) => !ok)
    return ill === undefined
      ? done('The house is well.', checks)
      : done(`${ill.check}: ${ill.detail}`, checks, { error: { code: 'check.failed' } })
  },
  view: () => null,
})

export const commands = [begin, end, health]

interface Check {
  check: string
  ok: boolean
  detail: string
}

async function personOf(frame: Pick<Frame, 'sent' | 'at' | 'request_id'>) {
  const token = frame.sent('token')?.bytes.toString('utf8').trim()
  if (token === undefined) return null
  const persons = await import('../../db/hospital/office/access/users/persons.ts')
  const person = await persons.personOf(token, { at: frame.at, request_id: frame.request_id })
  persons.mustHold(person, 'update:apply')
  return person
}

const patience_ms = 10_000

async function door({ house }: Pick<Frame, 'house'>): Promise<Check> {
  if (house === null) return { check: 'the door answers', ok: false, detail: 'no listener' }
  const path = '/api/v1/ready?maintenance=200'
  const { askOwnDoor } = await import('../frame/own-door.ts')
  const status = (await askOwnDoor(house, { path, patience_ms }))?.status ?? 0
  return { check: 'the door answers', ok: status === 200, detail: `/api/v1/ready: ${status}` }
}

async function lists(frame: Pick<Frame, 'perform' | 'request_id' | 'at'>): Promise<Check> {
  const { all } = await import('../../db/hospital/office/hospitals/hospitals.ts')
  const code = (await all())[0]?.code
  const flags = code === undefined ? {} : { hospital: code }
  let answered = 0
  for (const name of reads) {
    const line = { command: name, args: {}, flags, caller: frame.at, version }
    const document = await frame.perform(line, { request: frame.request_id, asked_by: frame.at })
    if (!document.success) {
      return { check: 'lists answer', ok: false, detail: `${name}: ${document.message}` }
    }
    answered += 1
  }
  return { check: 'lists answer', ok: true, detail: `${answered} of ${reads.length}` }
}

async function paper(frame: Frame): Promise<Check> {
  const { deskPaper } = await import('../frame/desk-paper.ts')
  const bytes = await deskPaper(frame, {
    title: `Kituo ${version}`,
    blocks: [{ kind: 'text', text: 'Made to see that papers are made.' }],
  })
  const ok = bytes.toString('latin1', 0, 5) === '%PDF-'
  return { check: 'a paper is made', ok, detail: `${bytes.length} bytes` }
}
