// Quotations from the command line (commercial 8): which there are, and those whose days are over.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { Quotation } from '../../db/hospital/trade/quotations/shapes.ts'
import { quotation_states } from '../../db/hospital/trade/quotations/words.ts'
import { command, done, type Frame, maybe } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { said, sum } from '../money/money.ts'

const shapes = () => import('../../db/hospital/trade/quotations/shapes.ts')

const list = command('quotations list', {
  says: 'Prints quotations, the newest first.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Quotation }),
  permission: 'quotation:read',
  http: 'GET /api/v1/commercial/quotations',
  flags: { ...searched, status: maybe(choice(quotation_states), 'only in this state') },
  examples: ['kituo quotations list --status SENT', 'kituo quotations list --json'],
  run: async ({ flags: { limit, search, status }, caller }) => {
    const by = await caller()
    const { list: quotations } = await import('../../db/hospital/trade/quotations/list.ts')
    return gathered(limit, (page) => quotations(by, { ...page, ...said({ search, status }) }))
  },
  view: tableOf<Quotation>(
    ['Number', (row) => row.reference],
    ['Client', (row) => row.client_name, 'wide'],
    ['State', (row) => row.status],
    ['Total', (row) => sum(row.total)],
    ['Until', (row) => row.valid_until],
    ['Days left', (row) => row.days_left],
  ),
})

const expire = command('quotations expire', {
  says: 'Ends quotations that nobody answered in time; --dry-run prints them alone.',
  class: 'M',
  permission: 'quotation:write',
  transaction: 'rule',
  examples: ['kituo quotations expire --dry-run', 'kituo quotations expire --json'],
  look: async (frame) => {
    const found = await unanswered(frame)
    return done(`${found.length} quotations; nothing was changed.`, found, { total: found.length })
  },
  run: async (frame) => {
    const found = await unanswered(frame)
    const by = await frame.caller()
    const { within } = await import('../../db/store/connection.ts')
    const { expireUnanswered } = await import('../../db/hospital/trade/quotations/clockwork.ts')
    let ended = 0
    for (let count = -1; count !== 0 && !frame.signal.aborted; ended += count) {
      count = await within(() => expireUnanswered(by))
      frame.progress('quotations', { done: ended + count, total: found.length })
    }
    return done(`${ended} quotations have expired.`, found, { total: ended, changed: ended > 0 })
  },
  view: tableOf<{ number: string; client_name: string | null; valid_until: string | null }>(
    ['Number', (row) => row.number],
    ['Client', (row) => row.client_name, 'wide'],
    ['Until', (row) => row.valid_until],
  ),
})

async function unanswered({ caller }: Pick<Frame, 'caller'>) {
  const by = await caller()
  const { unansweredQuotations } = await import('../../db/hospital/trade/quotations/clockwork.ts')
  return unansweredQuotations(by)
}

export const commands = [list, expire]
