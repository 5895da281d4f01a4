// Lines that a person writes (ACC-1, ACC-4, ACC-5, ACC-9), each refused by its place in the list.

import { asks, type Caller, can } from '../../../../core/caller.ts'
import { conflict, invalid, isRefusal, Refusal } from '../../../../core/refusal.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import type { Books } from '../books.ts'
import { type AccountRow, areaOf, hasDepartment, hasParties, manualOf } from '../chart/chart.ts'
import type { LineInput } from './shapes.ts'
import { checkSides, postable } from './lines.ts'
import { facilityNames } from '../reports/parties.ts'
import { actingBranch } from '../posting/post.ts'
import type { DraftLine } from '../tables.ts'

export interface ReadLines {
  lines: DraftLine[]
  dropped: string[]
}

export async function readLines(
  caller: Caller,
  books: Books,
  given: readonly LineInput[],
  source: 'MANUAL' | 'OPENING',
): Promise<ReadLines> {
  const acting = await actingBranch(caller)
  const branches = await facilityNames(caller)
  const departments = new Map<string, string>()
  const dropped: string[] = []
  const lines: DraftLine[] = []
  for (const [index, line] of given.entries()) {
    const account = accountOf(books, line, index)
    checkHand(caller, account, line, source, index)
    const facility_id = line.facility_id ?? acting
    if (!branches.has(facility_id)) {
      throw new Refusal(404, 'not_found', `lines[${index}].facility_id: no such facility.`)
    }
    const department = await departmentOf(caller, books, account, line, index, departments)
    if (!hasDepartment(account) && (line.department ?? '') !== '') {
      dropped.push(`lines[${index}].department: ${account.code} carries none.`)
    }
    const debit = books.purse.minor(`lines[${index}].debit`, line.debit ?? 0)
    const credit = books.purse.minor(`lines[${index}].credit`, line.credit ?? 0)
    checkSides({ debit, credit }, index)
    lines.push({
      account_id: account.id,
      debit,
      credit,
      facility_id,
      department,
      description: textOf(line.description),
      party_kind: line.party_kind ?? null,
      party_id: textOf(line.party_id),
      tax_code: textOf(line.tax_code),
      ...foreign(books, account, line, index),
    })
  }
  return { lines, dropped }
}

const textOf = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text === '' ? null : text

function accountOf(books: Books, { account_id }: LineInput, index: number): AccountRow {
  try {
    return postable(books, account_id)
  } catch (error) {
    if (!isRefusal(error) || error.status !== 404) throw error
    throw new Refusal(404, 'not_found', `lines[${index}].account_id: no such account.`)
  }
}

function checkHand(
  caller: Caller,
  account: AccountRow,
  { party_kind, party_id }: LineInput,
  source: 'MANUAL' | 'OPENING',
  index: number,
): void {
  const manual = manualOf(account)
  if (manual === 'NEVER' || (source === 'OPENING' && hasParties(account))) {
    throw conflict(
      manual === 'NEVER'
        ? `${account.code} moves only through ${areaOf(account)}.`
        : `${account.code} opens with its list.`,
    )
  }
  if (manual === 'SUBLEDGER' && source === 'MANUAL') {
    if (!can(caller, 'entry:subledger')) {
      throw new Refusal(403, 'not_permitted', 'Your role may not post to party accounts by hand.', {
        facts: { permissions: ['entry:subledger'] },
      })
    }
    if (hasParties(account) && ((party_kind ?? null) === null || textOf(party_id) === null)) {
      throw invalid(`lines[${index}].party_id`, 'is required.')
    }
  }
}

async function departmentOf(
  caller: Caller,
  books: Books,
  account: AccountRow,
  { department }: LineInput,
  index: number,
  known: Map<string, string>,
): Promise<string | null> {
  if (!hasDepartment(account)) return null
  const typed = textOf(department)
  const standard = books.preferences.default_department
  if (typed === null || typed === standard) return standard
  const seen = known.get(typed)
  if (seen !== undefined) return seen
  const { name } = await resolveDepartment(caller, typed).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    throw invalid(`lines[${index}].department`, `"${typed}" is not known.`)
  })
  known.set(typed, name)
  return name
}

/** ACC-6: a line on an account with a currency says how much of it. */
function foreign(
  books: Books,
  { currency, code }: AccountRow,
  line: LineInput,
  index: number,
): { currency: string | null; foreign_amount: number | null } {
  if (currency === null) return { currency: null, foreign_amount: null }
  if (line.foreign_amount === undefined || line.foreign_amount === null) {
    throw invalid(`lines[${index}].foreign_amount`, `is required: ${code} is in ${currency}.`)
  }
  const amount = books.purse.minor(`lines[${index}].foreign_amount`, line.foreign_amount)
  if (amount > 0 !== (line.debit ?? 0) > 0) {
    throw invalid(`lines[${index}].foreign_amount`, 'must have the sign of the line.')
  }
  return { currency, foreign_amount: amount }
}

export function checkRights(
  caller: Caller,
  { source, prior_year }: { source: string; prior_year: boolean },
): void {
  if (source === 'OPENING') asks(caller, 'entry:opening')
  if (prior_year) asks(caller, 'entry:prior_year')
}
