// Shifts of the cashiers from the command line (billing 8).

import { choice, path, text } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import { languages } from '../../db/hospital/office/hospitals/words.ts'
import { receipt_papers } from '../../db/hospital/money/policy/words.ts'
import { command, done, maybe, word, words, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { majorOf, money, sum } from './money.ts'
import { usage } from '../frame/grammar/usage.ts'

interface Listed {
  number: string
  status: string
  drawer: string
  cashier: string
  opened_at: string
  closed_at: string | null
  expected: number | null
  counted: number | null
  difference: number | null
}

const list = command('shifts list', {
  says: 'Prints the shifts, the latest first; with --open those that are not closed.',
  class: 'R',
  permission: 'shift:read',
  also: ['shifts'],
  flags: { ...limited, open: yes('only open ones and those being counted') },
  examples: ['kituo shifts list --open', 'kituo shifts list --limit 20 --json'],
  run: async ({ flags: { limit, open }, caller }) => {
    const by = await caller()
    const { list: shifts } = await import('../../db/hospital/money/drawers/view.ts')
    const found = await gathered(limit, (page) => shifts(by, { ...page, live: open }))
    const rows = found.data.map(
      (one): Listed => ({
        number: one.number,
        status: one.status,
        drawer: one.drawer_name,
        cashier: one.user_name,
        opened_at: one.opened_at,
        closed_at: one.closed_at,
        expected: one.expected,
        counted: one.counted,
        difference: one.difference,
      }),
    )
    return { ...found, data: rows, ...(open ? { message: `${found.total} open.` } : {}) }
  },
  view: tableOf<Listed>(
    ['Number', (row) => row.number],
    ['State', (row) => row.status],
    ['Drawer', (row) => row.drawer],
    ['Cashier', (row) => row.cashier, 'wide'],
    ['Opened', (row, page) => page.time(row.opened_at)],
    ['Closed', (row, page) => (row.closed_at === null ? '' : page.time(row.closed_at))],
    ['Expected', (row) => sum(row.expected)],
    ['Counted', (row) => sum(row.counted)],
    ['Difference', (row) => sum(row.difference)],
  ),
})

const number = word(text('the number of a shift', /^[A-Za-z0-9/-]{1,40}$/), 'the shift')
const pieces = text('VALUE:COUNT, like 5000:12', /^[\d.,]{1,20}:\d{1,6}$/)

async function called({ hospital_id }: Caller, typed: string): Promise<string> {
  const { shifts } = await import('../../db/hospital/money/drawers/tables.ts')
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const found = await shifts.find({ hospital_id, number: typed.toUpperCase() })
  if (found === undefined) throw noneCalled('shift', typed)
  return found.id
}

const forceClose = command('shifts force-close', {
  says: 'Closes the shift of somebody who went away; a supervisor counts the drawer.',
  class: 'M',
  reply: async () => ({ whole: (await import('../../db/hospital/money/drawers/shapes.ts')).Shift }),
  permission: 'shift:supervise',
  http: 'POST /api/v1/billing/shifts/:id/force-close',
  confirm: 'C1',
  reason: 'must',
  asks: { number },
  flags: {
    counted: word(money, 'what was counted in the drawer, all together'),
    piece: words(pieces, 'coins and notes of one value that were counted'),
    left: maybe(money, 'what stays in the drawer; the rest goes to the safe'),
  },
  examples: [
    'kituo shifts force-close SHF-2026-000041 --counted 255000 --reason "went home ill"',
    'kituo shifts force-close SHF-2026-000041 --counted 10000 --piece 5000:2 --left 10000 --reason "went home ill" --yes',
  ],
  plan: async ({ asked, flags, caller }) => {
    const by = await caller()
    const { find } = await import('../../db/hospital/money/drawers/view.ts')
    const shift = await find(by, await called(by, asked.number))
    return {
      steps: [
        `close ${shift.number} of ${shift.user_name} at ${shift.drawer_name} with ${sum(majorOf(flags.counted))}; ${shift.expected === null ? 'what is expected is not shown' : `${sum(shift.expected)} is expected`}`,
      ],
    }
  },
  run: async ({ asked, flags, caller, reason }) => {
    const by = await caller()
    const { forceClose: shut } = await import('../../db/hospital/money/drawers/closing.ts')
    const { one } = await import('../../db/hospital/money/drawers/view.ts')
    const counted = majorOf(flags.counted)
    const closed = await one(
      by,
      await shut(by, await called(by, asked.number), {
        denominations: await countedPieces(by, flags.piece, counted),
        counted,
        left_in_drawer: flags.left === undefined ? 0 : majorOf(flags.left),
        reason: reason ?? '',
      }),
    )
    return done(
      `${closed.number} is closed, Z ${closed.z_number}: ${sum(closed.counted)} counted, ${sum(closed.expected)} expected.`,
      closed,
    )
  },
  view: () => null,
})

/** Where nobody says how, the count is written down in the fewest pieces that come to it. */
async function countedPieces(
  caller: Caller,
  typed: readonly string[],
  counted: number,
): Promise<{ value: number; count: number }[]> {
  if (typed.length > 0) {
    return typed.map((one) => {
      const [value = '', count = ''] = one.split(':')
      return { value: majorOf(value), count: Number(count) }
    })
  }
  const { shownPolicy } = await import('../../db/hospital/money/policy/policy.ts')
  const { denominations } = await shownPolicy(caller)
  const found: { value: number; count: number }[] = []
  let left = Math.round(counted * 10_000)
  for (const value of denominations) {
    const unit = Math.round(value * 10_000)
    const count = Math.floor(left / unit)
    if (count > 0) found.push({ value, count })
    left -= count * unit
  }
  if (denominations.length > 0 && left > 0) {
    throw usage('value', `--counted: no coins and notes come to ${sum(counted)}.`)
  }
  return found
}

const zReport = command('shifts z', {
  says: 'Prints the Z report of a closed shift as a PDF.',
  class: 'M',
  permission: 'shift:read',
  transaction: 'rule',
  asks: { number },
  flags: {
    out: word(path(), 'the file to write'),
    lang: maybe(choice(languages), 'in this language'),
    paper: maybe(choice(receipt_papers), 'on this paper'),
  },
  examples: [
    'kituo shifts z SHF-2026-000041 --out ./z.pdf',
    'kituo shifts z SHF-2026-000041 --out ./z.pdf --paper A4 --lang sw',
  ],
  plan: async ({ asked, flags, caller }) => {
    await called(await caller(), asked.number)
    return { steps: [`print the Z report of ${asked.number} to ${flags.out}`] }
  },
  run: async (frame) => {
    const by = await frame.caller()
    const { lang, paper, out } = frame.flags
    const id = await called(by, frame.asked.number)
    const { printTo } = await import('./money-papers.ts')
    const asked = { lang, paper, theme: undefined }
    const bytes = await printTo(frame, by, { kind: 'shift', id }, asked)
    const shift = frame.asked.number.toUpperCase()
    return done(`The Z report of ${shift} is in ${out}.`, { shift, file: out, bytes })
  },
  view: () => null,
})

export const commands = [list, forceClose, zReport]
