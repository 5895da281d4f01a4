// What a shell asks while somebody types (OPS-77): living values, at once or not at all.

import { choice } from '../../../db/appliance/configuration/kinds.ts'
import { command, done, type Frame, word } from './command.ts'
import { askDaemon } from '../../configuration/change.ts'
import { type Living, living_kinds } from '../living.ts'

const patience_ms = 300
const values_most = 200
const kind = word(choice(living_kinds), 'which values')

const complete = command('__complete', {
  says: 'Prints values for completion in a shell; nothing where no daemon answers at once.',
  class: 'L',
  hidden: true,
  permission: null,
  asks: { kind },
  examples: ['kituo __complete backups', 'kituo __complete facilities'],
  run: async (frame) => {
    const answer = await inTime(askDaemon('__complete values', { kind: frame.asked.kind }, frame))
    return done(
      '',
      answer?.meta.mode === 'socket' && answer.success ? (answer.data as string[]) : [],
    )
  },
  view: (values) => (values.length === 0 ? null : values.join('\n')),
})

/** Asked in the daemon; without one the database is not opened for a key that was pressed. */
const values = command('__complete values', {
  says: 'Prints values that a shell offers.',
  class: 'R',
  hidden: true,
  permission: 'system:read',
  asks: { kind },
  examples: ['kituo __complete values backups', 'kituo __complete values devices'],
  run: async (frame) => {
    const found = frame.house === null ? [] : await living[frame.asked.kind](frame)
    return done('', found.slice(0, values_most))
  },
})

/** Asked again and again by the screens: a few rows by their keys. */
const banners = command('__complete banners', {
  says: 'Prints what every screen says until it is over.',
  class: 'R',
  hidden: true,
  about: 'deployment',
  permission: 'console:read',
  examples: ['kituo __complete banners', 'kituo __complete banners --json'],
  run: async () => {
    const { banners: said } = await import('../../../db/appliance/house/banners.ts')
    return done('', await said())
  },
})

export const commands = [complete, values, banners]

type Here = Pick<Frame, 'caller' | 'deployment'>
const page = { page: 1, per_page: values_most }

const living: Readonly<Record<Living, (frame: Here) => Promise<string[]>>> = {
  async backups(frame) {
    const { listBackups } = await import('../../../db/appliance/backups/list.ts')
    const { repositoryFor } = await import('../../backup/frame.ts')
    const { looking } = await import('../../../db/appliance/backups/answers.ts')
    const found = await looking(async () => listBackups(await repositoryFor(frame, undefined)))
    return ['latest', ...found.map(({ name }) => name).reverse()]
  },
  async devices(frame) {
    const { list } = await import('../../../db/hospital/office/devices/devices.ts')
    const { rows } = await list(await frame.caller(), page)
    return rows.filter(({ status }) => status !== 'REVOKED').map(({ label }) => label)
  },
  async facilities(frame) {
    const { branches } = await import('../names/branch.ts')
    return (await branches(await frame.caller())).map(({ code }) => code)
  },
  async generations({ deployment }) {
    const { standing } = await import('../../../db/appliance/deployment/generations.ts')
    return deployment === null ? [] : standing(deployment).map(({ number }) => String(number))
  },
  async jobs(frame) {
    const { list } = await import('../../../db/hospital/office/jobs/jobs.ts')
    return (await list(await frame.caller(), page)).rows.map(({ id }) => id)
  },
  async schedules(frame) {
    const { list } = await import('../../../db/appliance/timetable/schedules.ts')
    return (await list(await frame.caller())).map(({ name }) => name)
  },
  async years(frame) {
    const { list } = await import('../../../db/hospital/money/accounting/years/years.ts')
    return (await list(await frame.caller())).map(({ name }) => name)
  },
}

/** Nobody waits for a list while typing; what goes wrong is not said there. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience_ms)
  })
  try {
    return await Promise.race([answer, late]).catch(() => null)
  } finally {
    clearTimeout(timer)
  }
}
