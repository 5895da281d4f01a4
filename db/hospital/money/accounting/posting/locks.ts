// Which days the books take entries for (ACC-7, ACC-8, ACC-18).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, type Refusal } from '../../../../core/refusal.ts'
import { type Books, booksOf, type YearRow } from '../books.ts'

type Dated = Pick<Books, 'preferences' | 'years' | 'today'>

/** The later of the lock date and the end of the last closed year. */
export function effectiveLock({ preferences, years }: Dated): string | null {
  const closed = years.filter(isShut).map(({ ends_on }) => ends_on)
  return latest([preferences.lock_date, ...closed])
}

export const hardLock = ({ years }: Pick<Books, 'years'>): string | null =>
  latest(years.filter(isShut).map(({ ends_on }) => ends_on))

const isShut = ({ status }: YearRow): boolean => status === 'CLOSED' || status === 'SEALED'

const latest = (days: readonly (string | null)[]): string | null =>
  days.reduce<string | null>(
    (last, day) => (day !== null && (last === null || day > last) ? day : last),
    null,
  )

export const yearCovering = ({ years }: Pick<Books, 'years'>, day: string): YearRow | undefined =>
  years.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)

/** Why nothing can be posted on this day, or null. `tax`: a line carries a tax code. */
export function obstacle(
  books: Dated,
  day: string,
  { tax = false, draft = false }: { tax?: boolean; draft?: boolean } = {},
): Refusal | null {
  const year = yearCovering(books, day)
  if (year === undefined) return conflict(`No fiscal year covers ${day}.`, 'closed')
  if (year.status !== 'OPEN' && !(draft && year.status === 'PLANNED')) {
    return conflict(`Fiscal year ${year.name} is ${year.status}.`, 'closed')
  }
  if (!draft && day > books.today) {
    return conflict(`${day} is in the future: keep it as a draft.`, 'closed')
  }
  const lock = effectiveLock(books)
  if (lock !== null && day <= lock) return conflict(`The books are locked to ${lock}.`, 'closed')
  const tax_lock = books.preferences.tax_lock_date
  if (tax && tax_lock !== null && day <= tax_lock) {
    return conflict(`VAT to ${tax_lock} is filed.`, 'closed')
  }
  return null
}

/** ACC-18: the day itself while it is open, else the first open one after it. */
export function firstOpen(books: Dated, day: string, about: { tax?: boolean }): string {
  const first = obstacle(books, day, about)
  if (first === null) return day
  const lock = latest([
    effectiveLock(books),
    about.tax === true ? books.preferences.tax_lock_date : null,
  ])
  const starts = [
    ...(lock === null ? [] : [nextDay(lock)]),
    ...books.years.filter(({ status }) => status === 'OPEN').map(({ starts_on }) => starts_on),
  ]
    .filter((start) => start > day)
    .sort()
  const found = starts.find((start) => obstacle(books, start, about) === null)
  if (found === undefined) throw first
  return found
}

/** Offered to every area with money or stock (ACC-26). */
export async function isPeriodOpen(
  caller: Pick<Caller, 'hospital_id'>,
  day: string,
  about: { tax?: boolean } = {},
): Promise<{ open: boolean; words: string | null }> {
  const refusal = obstacle(await booksOf(caller), day, about)
  return { open: refusal === null, words: refusal?.message ?? null }
}
