// The one door to a drawer's money (BIL-45, BIL-90 to BIL-92): whatever takes or gives cash asks for
// the caller's shift first and says afterwards what it moved.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { returning, run, unawaited } from '../../../store/connection.ts'
import { changedBehind } from '../../../store/outrun.ts'
import { conflict } from '../../../core/refusal.ts'
import { raw, type Sql, sql } from '../../../store/sql.ts'
import { purseOf } from '../accounting/purse.ts'
import { policyOf } from '../policy/policy.ts'
import { liveShift, namedDrawer, type ShiftRow } from './rows.ts'
import { shift_takings, shifts } from './tables.ts'
import type { TakingKind } from './words.ts'

/** Where money of this caller is taken; without an account it goes where its method's money goes. */
export interface Till {
  shift_id: string | null
  drawer_id: string | null
  account_id: string | null
  account_name: string | null
  facility_id: string | null
  store_id: string | null
}

const no_till: Till = {
  shift_id: null,
  drawer_id: null,
  account_id: null,
  account_name: null,
  facility_id: null,
  store_id: null,
}

/**
 * Cash needs the caller's open shift and goes into its drawer; every other method carries the shift
 * where there is one. The shift is kept from being counted until the transaction ends.
 */
export async function tillOf(caller: Caller, method: string): Promise<Till> {
  const shift = await liveShift(caller, caller.user_id, true)
  if (shift === undefined) {
    if (method === 'Cash' && (await policyOf(caller)).use_drawers) throw openFirst()
    return no_till
  }
  refuseCounting(shift)
  const drawer = await namedDrawer(caller, shift.drawer_id)
  const into = method === 'Cash'
  return {
    shift_id: shift.id,
    drawer_id: drawer.id,
    account_id: into ? drawer.account_id : null,
    account_name: into ? drawer.name : null,
    facility_id: drawer.facility_id,
    store_id: drawer.store_id,
  }
}

/** For cash that is counted out: the open shift itself. */
export async function openShift(caller: Caller): Promise<ShiftRow> {
  const shift = await liveShift(caller, caller.user_id, true)
  if (shift === undefined) throw openFirst()
  refuseCounting(shift)
  return shift
}

const openFirst = () => conflict('Open your drawer first.', 'no_shift')

export function refuseCounting({ status }: ShiftRow): void {
  if (status === 'COUNTING') throw conflict('Your drawer is being counted.', 'counting')
}

export interface Taking {
  kind: TakingKind
  method: string
  /** Above nought into the drawer, below it out of it. */
  amount: number
  /** The document: `payment`, `refund`, `expense` … */
  source: string
  source_id: string
  /** Its number, as the Z report lists it. */
  reference?: string | null
  /** The branch of a shift that is held already and gets cash: nothing is asked of it, so nobody waits. */
  of_held?: string
}

const column: Readonly<Record<TakingKind, keyof ShiftRow>> = {
  RECEIPT: 'receipts',
  REFUND: 'refunds',
  REVERSAL: 'reversals',
  EXPENSE: 'pay_outs',
  EXPENSE_REVERSAL: 'pay_ins',
  PAY_IN: 'pay_ins',
  PAY_OUT: 'pay_outs',
  FLOAT: 'floats_in',
  DROP: 'drops',
  HANDOVER: 'drops',
  SETTLEMENT: 'pay_ins',
}

/** Written beside the entry that posts it, in the same transaction. */
export async function took(
  caller: Caller,
  shift_id: string,
  { of_held, ...taking }: Taking,
): Promise<void> {
  const { hospital_id } = caller
  if (of_held !== undefined) await unawaited(() => run(moved(caller, shift_id, taking)))
  const facility_id = of_held ?? (await branchMoved(caller, shift_id, taking))
  if (facility_id === undefined) throw openFirst()
  await unawaited(() =>
    shift_takings.insert({
      hospital_id,
      shift_id,
      facility_id,
      ...taking,
      reference: taking.reference ?? null,
      at: clock.instant(),
      by_name: caller.name,
    }),
  )
}

async function branchMoved(
  caller: Caller,
  shift_id: string,
  taking: Taking,
): Promise<string | undefined> {
  if (taking.method === 'Cash') return intoDrawer(caller, shift_id, taking)
  const { hospital_id } = caller
  return (await shifts.find({ hospital_id, id: shift_id }, { lock: true }))?.facility_id
}

/** Said without a figure to whoever has yet to count it (BIL-93). */
export async function notSoMuch(caller: Caller, cash: number): Promise<string> {
  if ((await policyOf(caller)).blind_count) return 'Your drawer does not hold so much.'
  return `Your drawer holds ${(await purseOf(caller)).said(cash)}.`
}

function moved(caller: Caller, shift_id: string, { kind, amount }: Taking): Sql {
  // A handover that comes in counts as a float; one that leaves as a drop.
  const coming = kind === 'HANDOVER' && amount > 0
  const sum = raw(coming ? 'floats_in' : column[kind])
  changedBehind('shifts', shift_id)
  return sql`update shifts set cash = cash + ${amount}, ${sum} = ${sum} + ${Math.abs(amount)},
      updated_at = ${clock.instant()}, version = version + 1
    where hospital_id = ${caller.hospital_id} and id = ${shift_id}`
}

/** Its branch; nothing where there is no such shift. */
async function intoDrawer(
  caller: Caller,
  shift_id: string,
  taking: Taking,
): Promise<string | undefined> {
  const { amount } = taking
  const [shift] = await returning<{ facility_id: string; cash: number }>(
    sql`${moved(caller, shift_id, taking)} returning facility_id, cash`,
  )
  if (shift !== undefined && shift.cash < 0 && amount < 0) {
    throw conflict(await notSoMuch(caller, shift.cash - amount), 'not_covered')
  }
  return shift?.facility_id
}
