// How the books are kept (2.7, ACC-37 to ACC-39): absent leaves alone, null clears.

import { type Caller, can } from '../../../core/caller.ts'
import { conflict, notPermitted } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { type Books, booksOf, type PreferencesRow, restamp } from './books.ts'
import { effectiveLock, hardLock } from './posting/locks.ts'
import { lockHead } from './posting/post.ts'
import { shipped_second_approver } from './years/second-approver.ts'
import { accounting_preferences } from './tables.ts'
import type { Preferences, PreferencesInput } from './years/shapes.ts'

export async function read(caller: Caller): Promise<Preferences> {
  const books = await booksOf(caller)
  const { preferences } = books
  return {
    ...preferences,
    cash_group_code: books.chart.by_id.get(preferences.cash_group_id ?? '')?.code ?? null,
    effective_lock_date: effectiveLock(books),
    hard_lock_date: hardLock(books),
    currency: books.purse.currency.code,
  }
}

export async function change(caller: Caller, input: PreferencesInput): Promise<Preferences> {
  await lockHead(caller)
  const books = await booksOf(caller)
  fresh(caller, books.preferences)
  const changes = await wanted(caller, books, input)
  const moved = difference({ ...books.preferences }, changes)
  if (moved === undefined) return read(caller)
  await accounting_preferences.change({ hospital_id: caller.hospital_id }, changes)
  await restamp(caller)
  record(caller, 'accounting.preferences', {
    entity_type: 'accounting_preferences',
    entity_id: caller.hospital_id,
    changes: moved,
    reason: input.note ?? null,
  })
  return read(caller)
}

async function wanted(
  caller: Caller,
  books: Books,
  input: PreferencesInput,
): Promise<Partial<PreferencesRow>> {
  const { preferences } = books
  const changes: Partial<PreferencesRow> = {}
  if (input.lock_date !== undefined) {
    mayLock(caller, books, input.lock_date)
    changes.lock_date = input.lock_date
  }
  if (input.cash_group_id !== undefined) {
    changes.cash_group_id = cashGroup(books, input.cash_group_id)
  }
  if (input.default_department !== undefined) {
    const typed = input.default_department ?? 'General'
    changes.default_department =
      typed === 'General' || typed === preferences.default_department
        ? typed
        : (await resolveDepartment(caller, typed)).name
  }
  if (input.second_approver !== undefined) {
    changes.second_approver =
      input.second_approver === null
        ? shipped_second_approver
        : { ...preferences.second_approver, ...input.second_approver }
  }
  if (input.reconcile_tolerance_days !== undefined) {
    changes.reconcile_tolerance_days = input.reconcile_tolerance_days ?? 5
  }
  for (const [flag, standard] of flags) {
    const said = input[flag]
    if (said !== undefined) changes[flag] = said ?? standard
  }
  return changes
}

const flags = [
  ['allow_negative_funding', false],
  ['filing_must_equal_ledger', true],
  ['drawings_to_retained', false],
  ['show_contract_difference', false],
] as const

/** ACC-37: days behind us only; going back is for holders of lock:exception. */
function mayLock(caller: Caller, { preferences, today }: Books, date: string | null): void {
  if (date !== null && date >= today) throw conflict('The lock date must be before today.')
  const before = preferences.lock_date
  if (before === null || (date !== null && date >= before)) return
  if (!can(caller, 'lock:exception')) throw notPermitted('lock:exception')
}

function cashGroup({ chart }: Books, id: string | null): string | null {
  if (id === null) return null
  const account = chart.by_id.get(id)
  if (account === undefined || account.role === 'POSTING' || account.kind !== 'ASSET') {
    throw conflict('cash_group_id must be a heading of assets.')
  }
  return id
}

/** The lock moves with months and years too; the head is in the caller's hand. */
export async function setLock(caller: Caller, lock_date: string | null): Promise<void> {
  await accounting_preferences.change({ hospital_id: caller.hospital_id }, { lock_date })
  await restamp(caller)
}
