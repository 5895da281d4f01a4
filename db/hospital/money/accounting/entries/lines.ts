// The lines of an entry before it is posted: read, checked, made to balance in every branch.

import { conflict, noSuch, Refusal, sumTooLarge } from '../../../../core/refusal.ts'
import type { Books } from '../books.ts'
import { type AccountRow, hasDepartment, labelOf } from '../chart/chart.ts'
import type { PostingMap } from '../chart/default-map.ts'
import type { DraftLine } from '../tables.ts'
import type { PartyKind } from '../words.ts'

/** A line as an area writes it: by role or by account, in minor units. */
export interface PostingLine {
  role?: string
  account_id?: string
  debit?: number
  credit?: number
  facility_id?: string | null | undefined
  department?: string | null | undefined
  description?: string | null | undefined
  party?: { kind: PartyKind; id: string } | null | undefined
  tax_code?: string | null | undefined
  currency?: string | null | undefined
  foreign_amount?: number | null | undefined
}

export interface Line extends DraftLine {
  automatic: boolean
}

export const lines_max = 5000

/** The account that a role stands for (2.3). */
export function accountOfRole(books: Books, role: string, map: PostingMap = books.map): AccountRow {
  const account = books.chart.by_id.get(map.roles[role] ?? '')
  if (account?.role !== 'POSTING' || !account.active) {
    throw conflict(`Posting role ${role} has no account: set it in accounting.`, 'posting_role')
  }
  return account
}

/** Lines of an area, each with its account; what amounts to nothing is left out. */
export function resolved(
  books: Books,
  given: readonly PostingLine[],
  facility_id: string,
  map: PostingMap = books.map,
): Line[] {
  return given
    .filter(({ debit = 0, credit = 0 }) => debit !== 0 || credit !== 0)
    .map((line) => {
      const account =
        line.role === undefined
          ? postable(books, line.account_id ?? '')
          : accountOfRole(books, line.role, map)
      return {
        account_id: account.id,
        debit: line.debit ?? 0,
        credit: line.credit ?? 0,
        facility_id: line.facility_id ?? facility_id,
        department: hasDepartment(account)
          ? (line.department ?? books.preferences.default_department)
          : null,
        description: line.description ?? null,
        party_kind: line.party?.kind ?? null,
        party_id: line.party?.id ?? null,
        tax_code: line.tax_code ?? null,
        currency: line.currency ?? null,
        foreign_amount: line.foreign_amount ?? null,
        automatic: false,
      }
    })
}

/** ACC-4: only an active posting account takes a line. */
export function postable(books: Books, id: string): AccountRow {
  const account = books.chart.by_id.get(id)
  if (account === undefined) throw noSuch('account')
  if (account.role !== 'POSTING') {
    throw conflict(`${labelOf(account)} is a heading: choose an account under it.`)
  }
  if (!account.active) throw conflict(`${account.code} is not active.`)
  return account
}

/** ACC-1, ACC-2: what cannot be an entry, in whatever way it came. */
export function checkLines(books: Books, lines: readonly Line[], status: 400 | 409): void {
  if (lines.length < 2) throw new Refusal(400, 'invalid', 'lines needs at least two lines.')
  if (lines.length > lines_max) {
    throw new Refusal(400, 'invalid', `lines must be at most ${lines_max}.`)
  }
  for (const [index, line] of lines.entries()) checkSides(line, index)
  const { debit, credit } = totalsOf(lines)
  if (debit !== credit) {
    const { full } = books.purse
    throw new Refusal(
      status,
      'unbalanced',
      `Debits ${full(debit)} and credits ${full(credit)} differ by ${full(Math.abs(debit - credit))}.`,
    )
  }
}

export function checkSides({ debit, credit }: Pick<Line, 'debit' | 'credit'>, index: number): void {
  if (!isSafe(debit) || !isSafe(credit)) throw sumTooLarge()
  if (debit < 0 || credit < 0 || debit > 0 === credit > 0) {
    throw new Refusal(400, 'invalid', `lines[${index}]: give debit or credit, above 0.`)
  }
}

const isSafe = (sum: number): boolean => Math.abs(sum) <= Number.MAX_SAFE_INTEGER

export function totalsOf(lines: readonly Pick<Line, 'debit' | 'credit'>[]): {
  debit: number
  credit: number
} {
  let debit = 0
  let credit = 0
  for (const line of lines) {
    debit += line.debit
    credit += line.credit
  }
  if (!isSafe(debit) || !isSafe(credit)) throw sumTooLarge()
  return { debit, credit }
}

/** ACC-3: what one branch owes another stands on the account between them. */
export function balancedByBranch(books: Books, lines: readonly Line[]): Line[] {
  const owed = new Map<string, number>()
  for (const { facility_id, debit, credit } of lines) {
    owed.set(facility_id, (owed.get(facility_id) ?? 0) + debit - credit)
  }
  const uneven = [...owed].filter(([, difference]) => difference !== 0)
  if (uneven.length === 0) return [...lines]
  const between = accountOfRole(books, 'interbranch')
  return [
    ...lines,
    ...uneven.map(([facility_id, difference]) => ({
      account_id: between.id,
      debit: difference < 0 ? -difference : 0,
      credit: difference > 0 ? difference : 0,
      facility_id,
      department: null,
      description: null,
      party_kind: null,
      party_id: null,
      tax_code: null,
      currency: null,
      foreign_amount: null,
      automatic: true,
    })),
  ]
}
