// The generations of the data: what stands here, and going back to the one before.

import type { Standing } from '../../db/appliance/deployment/generations.ts'
import { whole } from '../../db/appliance/configuration/kinds.ts'
import { opened } from './frame.ts'
import { command, done, type Frame, word } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'

const number = word(whole(1, 9999), 'the number of a generation')

const list = command('generation list', {
  says: 'Prints the generations of the data that stand here.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo generation list', 'kituo generation list --json'],
  run: async (frame) => {
    const { standing } = await import('../../db/appliance/deployment/generations.ts')
    const found = standing(opened(frame))
    return done(`${found.length} generations.`, found, { total: found.length })
  },
  view: tableOf<Standing>(
    ['Number', (row) => row.number],
    ['State', (row) => row.state],
    ['Made by', (row) => row.made_by],
    ['At', (row, page) => (row.at === null ? '' : page.time(row.at))],
    ['Engine', (row) => row.engine],
    ['Left', (row, page) => (row.left_at === null ? '' : page.time(row.left_at))],
    ['Bytes', (row) => row.bytes, 'wide'],
  ),
})

const show = command('generation show', {
  says: 'Prints one generation.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  asks: { number },
  examples: ['kituo generation show 2', 'kituo generation show 2 --json'],
  run: async (frame) => {
    const { standingAt } = await import('../../db/appliance/deployment/generations.ts')
    return done('', standingAt(opened(frame), frame.asked.number))
  },
  view: (data, page) => lines(Object.entries(data), page),
})

const rollback = command('generation rollback', {
  says: 'Goes back to the generation before; what was entered since is lost.',
  class: 'X',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C3',
  reason: 'must',
  exits: [5, 6, 13],
  examples: [
    'kituo generation rollback --dry-run',
    'kituo generation rollback --reason "the wrong backup was put back"',
  ],
  plan: async (frame) => {
    const { before } = await import('../../db/appliance/deployment/generations.ts')
    const { number: to } = before(opened(frame))
    const lost = await lossOf(frame)
    return {
      steps: [
        ...lost.map((one) => `lose ${one.new} new and ${one.changed} changed ${one.table}`),
        'hold every outgoing message',
        `make generation ${to} live again`,
      ],
      type: `roll back to ${to}`,
    }
  },
  run: async (frame) => {
    const { rollBack } = await import('../../db/appliance/deployment/rollback.ts')
    const loss = await lossOf(frame)
    const back = await rollBack(opened(frame), (await frame.caller()).name)
    return done(
      `Generation ${back} is live again.`,
      { generation: back, loss },
      {
        next: ['kituo outbound show'],
      },
    )
  },
  view: () => null,
})

const loss = command('generation loss', {
  says: 'Prints what going back to the generation before would lose, without doing it.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo generation loss', 'kituo generation loss --json'],
  run: async (frame) => {
    const { before } = await import('../../db/appliance/deployment/generations.ts')
    const { number } = before(opened(frame))
    const lost = await lossOf(frame)
    return done(`Generation ${number} is the one before.`, { generation: number, loss: lost })
  },
  view: (data, page) =>
    lines(
      data.loss.map((one) => [
        one.table.replaceAll('_', ' '),
        `${one.new} new, ${one.changed} changed`,
      ]),
      page,
    ),
})

/** What came into the live one since it became live. */
async function lossOf(frame: Pick<Frame, 'deployment'>) {
  const { standingAt } = await import('../../db/appliance/deployment/generations.ts')
  const { lossSince } = await import('../../db/appliance/backups/loss.ts')
  const deployment = opened(frame)
  const { at } = standingAt(deployment, deployment.generation)
  return lossSince({ at: at ?? '', tables: {} })
}

const remove = command('generation remove', {
  says: 'Removes a generation that is not live.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C2',
  asks: { number },
  examples: ['kituo generation remove 1', 'kituo generation remove 1 --yes --confirm 1'],
  plan: async (frame) => {
    const { standingAt } = await import('../../db/appliance/deployment/generations.ts')
    const { number: found, state } = standingAt(opened(frame), frame.asked.number)
    return { steps: [`remove generation ${found}, ${state}`], type: String(found) }
  },
  run: async (frame) => {
    const { remove: drop } = await import('../../db/appliance/deployment/generations.ts')
    await drop(opened(frame), frame.asked.number)
    return done(`Generation ${frame.asked.number} is gone.`, null)
  },
})

export const commands = [list, show, loss, rollback, remove]
