// Beds from the command line: which there are, a row of new ones, days in bed that nobody charged (care 8).

import type { Caller } from '../../db/core/caller.ts'
import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { Bed } from '../../db/hospital/care/wards/places/shapes.ts'
import { bed_states } from '../../db/hospital/care/wards/words.ts'
import { command, done, type Frame, maybe, word } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const called = text('a code or a name', /^[^\0]{1,80}$/)

const list = command('beds list', {
  says: 'Prints the beds of the wards, and how each stands.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/care/wards/places/shapes.ts')).Bed,
  }),
  permission: 'ward:read',
  http: 'GET /api/v1/beds',
  flags: { ...limited, status: maybe(choice(bed_states), 'only those that stand so') },
  examples: ['kituo beds list --status TO_CLEAN', 'kituo beds list --facility MAIN --json'],
  run: async ({ flags: { limit, status }, caller }) => {
    const by = await caller()
    const { list: beds } = await import('../../db/hospital/care/wards/places/beds.ts')
    const asked = status === undefined ? {} : { status }
    return gathered(limit, (page) => beds(by, { ...page, ...asked }))
  },
  view: tableOf<Bed>(
    ['Ward', (row) => row.ward],
    ['Room', (row) => row.room],
    ['Bed', (row) => row.label],
    ['Class', (row) => row.class],
    ['State', (row) => row.status],
    ['Since', (row) => row.status_since, 'wide'],
    ['Why', (row) => row.reason, 'wide'],
  ),
})

interface Where {
  ward: string
}
interface Row {
  room: string
  class: string
  prefix: string | undefined
  from: number
  to: number
}

/** The room and the class of that name, in the ward that was said. */
async function placed({
  asked,
  flags,
  caller,
}: Pick<Frame<Where, Row>, 'asked' | 'flags' | 'caller'>) {
  const by = await caller()
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const { whole_page } = await import('../../db/store/pages.ts')
  const { list: wards } = await import('../../db/hospital/care/wards/places/wards.ts')
  const { list: rooms } = await import('../../db/hospital/care/wards/places/rooms.ts')
  const { list: classes } = await import('../../db/hospital/care/wards/places/classes.ts')
  const ward = one((await wards(by, { ...whole_page, active: true })).rows, asked.ward)
  if (ward === undefined) throw noneCalled('ward', asked.ward)
  const room = one((await rooms(by, { ...whole_page, ward_id: ward.id })).rows, flags.room)
  if (room === undefined) throw noneCalled('room', flags.room)
  const kind = one((await classes(by, { ...whole_page, active: true })).rows, flags.class)
  if (kind === undefined) throw noneCalled('class of beds', flags.class)
  return { by, ward, room, kind }
}

const one = <T extends { name: string; code?: string }>(all: readonly T[], typed: string) =>
  all.find(({ name, code }) =>
    [name, code].some((word) => word?.toLowerCase() === typed.trim().toLowerCase()),
  )

const add = command('beds add', {
  says: 'Sets up a row of beds in a room of a ward.',
  class: 'M',
  rehearses: true,
  permission: 'ward:write',
  http: 'POST /api/v1/beds',
  confirm: 'C1',
  asks: { ward: word(called, 'the ward') },
  flags: {
    room: word(called, 'the room'),
    class: word(called, 'the class, by its code or name'),
    prefix: maybe(text('up to 14 characters', /^[^\0]{1,14}$/), 'what stands before the number'),
    from: word(whole(0, 9999), 'the first number'),
    to: word(whole(0, 9999), 'the last number'),
  },
  examples: [
    'kituo beds add FW --room Hall --class BEDG --from 1 --to 20',
    'kituo beds add FW --room "Room 2" --class BEDP --prefix P --from 1 --to 2 --dry-run',
  ],
  plan: async (frame) => {
    const { ward, room } = await placed(frame)
    const { prefix = '', from, to } = frame.flags
    return {
      steps: [`set up beds ${prefix}${from} to ${prefix}${to} in ${room.name} of ${ward.name}`],
    }
  },
  run: async (frame) => {
    const { by, ward, room, kind } = await placed(frame)
    const { open } = await import('../../db/hospital/care/wards/places/beds.ts')
    const { prefix, from, to } = frame.flags
    const input = { room_id: room.id, class_id: kind.id, from, to }
    const made = await open(by, prefix === undefined ? input : { ...input, prefix })
    return done(`${made.length} beds in ${ward.name}.`, { ward: ward.code, beds: made.length })
  },
  view: () => null,
})

/** Stays that owe days, and how many in all. */
async function owing(by: Caller): Promise<{ stays: number; days: number }> {
  const { uncharged } = await import('../../db/hospital/care/wards/jobs.ts')
  return uncharged(by)
}

const charge = command('beds bed-day', {
  says: 'Charges every day in bed that is due and on no bill, as the clock does after midnight.',
  class: 'M',
  // Each stay has a transaction of its own.
  transaction: 'rule',
  permission: 'ward:write',
  confirm: 'C1',
  examples: ['kituo beds bed-day --dry-run', 'kituo beds bed-day --yes'],
  plan: async ({ caller }) => {
    const { stays, days } = await owing(await caller())
    return { steps: [`charge ${days} days in bed of ${stays} stays`], nothing: days === 0 }
  },
  run: async ({ caller, signal }) => {
    const by = await caller()
    const { chargeBedDays } = await import('../../db/hospital/care/wards/jobs.ts')
    const { days } = await owing(by)
    const { stays, unpriced } = await chargeBedDays(by, signal)
    const left = unpriced === 0 ? '' : ` ${unpriced} stays wait for a price.`
    return done(`${days} days in bed of ${stays} people looked at.${left}`, {
      stays,
      days,
      unpriced,
    })
  },
  view: () => null,
})

export const commands = [list, add, charge]
