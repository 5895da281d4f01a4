// What runs when, of the books.

import { hours } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { recordDue, remind } from '../../../db/hospital/money/accounting/calendar.ts'
import { clearCutOff } from '../../../db/hospital/money/accounting/years/close-mark.ts'
import { proveBooks } from '../../../db/hospital/money/accounting/proofs/nightly.ts'
import { nextYear } from '../../../db/hospital/money/accounting/years/years.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { heavy, light } from './manner.ts'

export const books_entries: readonly Entry[] = [
  {
    ...light,
    name: 'books-cut-off',
    label: 'Closes of years that were cut off',
    area: 'accounting',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'skip',
    at_start: true,
    run: async () => ({ cleared: await within(clearCutOff, 'jobs') }),
  },
  {
    ...light,
    name: 'fiscal-years',
    label: 'The next fiscal year',
    area: 'accounting',
    cron: '1 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => within(() => nextYear(caller), 'jobs'),
  },
  {
    ...heavy,
    name: 'books-proof',
    ends_at_once: true,
    label: 'Proof of the books: what is new',
    area: 'accounting',
    cron: '30 1 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => {
      const { checked, failed } = await proveBooks(caller, { quick: true })
      return { checked, failed }
    },
  },
  {
    ...heavy,
    name: 'books-proof-whole',
    ends_at_once: true,
    label: 'Proof of the books: all of them',
    area: 'accounting',
    cron: '0 3 * * 0',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => {
      const { checked, failed } = await proveBooks(caller, { quick: false })
      return { checked, failed }
    },
  },
  {
    ...light,
    name: 'filings-calendar',
    label: 'Returns of the month that ended',
    area: 'accounting',
    cron: '30 2 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ made: await within(() => recordDue(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'books-reminders',
    label: 'What the books need somebody for',
    area: 'accounting',
    cron: '0 7 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ said: await within(() => remind(caller), 'jobs') }),
  },
]
