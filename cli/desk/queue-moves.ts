// Opening, pausing and closing a service point from afar: whoever sat there went home (QUE-14).

import { text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, type Frame, maybe, word, yes } from '../frame/grammar/command.ts'

const point = word(text('the code of a service point', /^[A-Za-z0-9-]{1,12}$/), 'the point')
const shape = async () => ({
  whole: (await import('../../db/hospital/desk/service-points/shapes.ts')).ServicePoint,
})
type Asked = Pick<Frame<{ point: string }>, 'asked' | 'caller'>

/** At the branch that was said, or the only one that has a point of this code. */
async function called({ asked, caller }: Asked) {
  const by = await caller()
  const { branches } = await import('../frame/names/branch.ts')
  const { named } = await import('../../db/hospital/desk/service-points/service-points.ts')
  const { noneCalled } = await import('../../db/core/refusal.ts')
  for (const { id } of await branches(by)) {
    const found = await named(by, id, asked.point)
    if (found !== undefined) return { ...found, by }
  }
  throw noneCalled('service point', asked.point)
}

const open = command('queue open', {
  says: 'Opens a service point.',
  class: 'M',
  rehearses: true,
  reply: shape,
  permission: 'queue:call',
  http: 'POST /api/v1/service-points/:id/open',
  confirm: 'C1',
  asks: { point },
  examples: ['kituo queue open TRI', 'kituo queue open TRI --facility MAIN --yes'],
  plan: async (frame) => {
    const { name, status } = await called(frame)
    return { steps: [`open ${name}`], nothing: status === 'OPEN' }
  },
  run: async (frame) => {
    const { id, by } = await called(frame)
    const { openPoint } = await import('../../db/hospital/desk/visits/queue/point-moves.ts')
    const made = await openPoint(by, id, {})
    return done(`${made.name} is open.`, made)
  },
  view: () => null,
})

const shut = (verb: 'pause' | 'close', says: string, ended: string) =>
  command(`queue ${verb}`, {
    says,
    class: 'M',
    rehearses: true,
    permission: 'queue:call',
    http: `POST /api/v1/service-points/:id/${verb}`,
    confirm: 'C1',
    reason: 'must',
    exits: [3],
    asks: { point },
    flags: {
      move_to: maybe(
        text('the code of a service point', /^[A-Za-z0-9-]{1,12}$/),
        'where those who wait go',
      ),
      keep: yes('those who wait stay'),
    },
    examples: [
      `kituo queue ${verb} TRI --keep --reason "the nurse is at an emergency"`,
      `kituo queue ${verb} TRI --move-to TR2 --reason "power is off" --facility MAIN --yes`,
    ],
    plan: async (frame) => {
      const { name } = await called(frame)
      const { move_to, keep } = frame.flags
      const whither = move_to === undefined ? 'stay' : `go to ${move_to}`
      return {
        steps: [
          `${verb} ${name}`,
          ...(keep || move_to !== undefined ? [`those who wait ${keep ? 'stay' : whither}`] : []),
        ],
      }
    },
    run: async (frame) => {
      const { id, by } = await called(frame)
      const { move_to, keep } = frame.flags
      const moves = await import('../../db/hospital/desk/visits/queue/point-moves.ts')
      const move = verb === 'pause' ? moves.pausePoint : moves.closePoint
      const to = move_to === undefined ? {} : { move_to }
      const made = await move(by, id, { reason: frame.reason ?? '', ...to, keep })
      return done(`${made.name} is ${ended}.`, { code: made.code, status: made.status })
    },
    view: () => null,
  })

export const commands = [
  open,
  shut('pause', 'Pauses a service point; those who wait stay, or go elsewhere.', 'paused'),
  shut('close', 'Closes a service point; those who wait stay, or go elsewhere.', 'closed'),
]
