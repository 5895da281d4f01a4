// The end of a shift (3.7, BIL-94 to BIL-99): counted, closed, confirmed by somebody else.

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../core/refusal.ts'
import { accountFor } from '../accounting/posting/offers.ts'
import { lockHead, post } from '../accounting/posting/post.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { anchorAfter } from '../../office/auditing/after-closing.ts'
import { tell } from '../../neighbours/telling.ts'
import { policyOf } from '../policy/policy.ts'
import { nextReference } from '../../office/sequences/references.ts'
import { type Counted, readCount } from './counting.ts'
import { postDifference } from './differences.ts'
import { transferLines } from './ledger.ts'
import { type DrawerRow, drawerRecord, shiftRecord, type ShiftRow } from './rows.ts'
import type { CloseInput, ConfirmInput, ForceCloseInput } from './shapes.ts'
import { drawers, float_transfers } from './tables.ts'
import { isOwn, supervises } from './whose.ts'
import { refuseWaiting } from './shifts.ts'

export async function close(caller: Caller, id: string, input: CloseInput): Promise<ShiftRow> {
  const shift = await shiftRecord.locked(caller, id)
  if (!isOwn(caller, shift) && !can(caller, 'shift:supervise')) {
    throw notPermitted('shift:supervise')
  }
  await supervises(caller, shift)
  shiftRecord.check(shift, 'close')
  const purse = await purseOf(caller)
  const counted = await readCount(caller, input.denominations, input.counted)
  const left = leftIn(purse, counted, input.left_in_drawer)
  const declared = (input.declared ?? []).map(({ method, amount }, at) => ({
    method,
    amount: purse.minor(`declared[${at}].amount`, amount),
  }))
  const reason = (input.difference_reason ?? '').trim()
  const { shift_difference_limit: limit } = await policyOf(caller)
  if (Math.abs(counted.total - shift.cash) > limit && reason === '') {
    throw invalid('difference_reason', `is required above ${purse.said(limit)}.`)
  }
  const said = reason === '' ? null : reason
  const changes = { declared, difference_reason: said }
  return ended(caller, shift, { move: 'close', counted, left, changes, reason: said })
}

function leftIn(purse: Purse, { total }: Counted, typed: number): number {
  const left = purse.minor('left_in_drawer', typed)
  if (left < 0) throw invalid('left_in_drawer', 'must not be negative.')
  if (left > total) throw invalid('left_in_drawer', 'is more than was counted.')
  return left
}

/** Of one who went away: the supervisor counts. */
export async function forceClose(
  caller: Caller,
  id: string,
  input: ForceCloseInput,
): Promise<ShiftRow> {
  const shift = await shiftRecord.locked(caller, id)
  await supervises(caller, shift)
  shiftRecord.check(shift, 'force_close')
  const counted = await readCount(caller, input.denominations, input.counted)
  const left = leftIn(await purseOf(caller), counted, input.left_in_drawer)
  const { reason } = input
  const changes = {
    abandoned: true,
    abandon_reason: reason,
    difference_reason: counted.total === shift.cash ? null : reason,
  }
  const closed = await ended(caller, shift, { move: 'force_close', counted, left, changes, reason })
  await tell(caller, {
    to: { user: shift.user_id },
    kind: 'drawer.shift',
    title: `Your shift ${shift.number} was closed for you`,
    body: `${caller.name} counted ${shift.drawer_name}: ${reason}`,
    entity: { type: 'shift', id },
  })
  return closed
}

interface Ending {
  move: 'close' | 'force_close'
  counted: Counted
  left: number
  changes: Partial<ShiftRow>
  reason: string | null
}

/** Difference, Z number, and what goes to the safe, in one transaction. */
async function ended(
  caller: Caller,
  shift: ShiftRow,
  { move, counted, left, changes, reason }: Ending,
): Promise<ShiftRow> {
  const { hospital_id } = caller
  await refuseWaiting(caller, shift)
  await lockHead(caller)
  const drawer = await drawerRecord.locked(caller, shift.drawer_id)
  const difference = counted.total - shift.cash
  await postDifference(caller, drawer, shift, 'close', difference)
  const z_number = drawer.last_z + 1
  await drawers.change({ hospital_id, id: drawer.id }, { last_z: z_number, last_left: left })
  const handed_over = counted.total - left
  if (handed_over > 0) await dropOff(caller, drawer, shift, handed_over)
  const after = await shiftRecord.moved(
    caller,
    shift,
    move,
    {
      ...changes,
      closed_at: clock.instant(),
      closed_by_id: caller.user_id,
      closed_by_name: caller.name,
      denominations_close: counted.pieces,
      expected: shift.cash,
      counted: counted.total,
      difference,
      left_in_drawer: left,
      handed_over,
      z_number,
    },
    reason,
  )
  await tellOfDifference(caller, after, difference)
  anchorAfter(caller)
  return after
}

/** BIL-96: what is handed over waits for whoever confirms the shift. */
async function dropOff(
  caller: Caller,
  drawer: DrawerRow,
  shift: ShiftRow,
  amount: number,
): Promise<void> {
  await float_transfers.insert({
    hospital_id: caller.hospital_id,
    facility_id: drawer.facility_id,
    number: await nextReference(caller, 'float', drawer.facility_id),
    kind: 'DROP',
    status: 'PENDING',
    from_drawer_id: drawer.id,
    to_account_id: (await accountFor(caller, { role: 'safe' })).id,
    amount,
    sent_by_id: caller.user_id,
    sent_by_name: caller.name,
    shift_id: shift.id,
    of_close: true,
  })
}

async function tellOfDifference(
  caller: Caller,
  shift: ShiftRow,
  difference: number,
): Promise<void> {
  const { shift_difference_limit } = await policyOf(caller)
  if (Math.abs(difference) <= shift_difference_limit) return
  const { said } = await purseOf(caller)
  const [word, amount] = difference < 0 ? ['short', -difference] : ['over', difference]
  await tell(caller, {
    to: { role: 'manager' },
    kind: 'drawer.shift',
    title: `Shift ${shift.number} is ${said(amount)} ${word}`,
    body: `${shift.drawer_name}, ${shift.user_name}: ${shift.difference_reason ?? 'no reason was given'}`,
    entity: { type: 'shift', id: shift.id },
  })
}

/** The second person counts what was there, takes the drop into the safe, and says that it is right. */
export async function confirm(caller: Caller, id: string, input: ConfirmInput): Promise<ShiftRow> {
  const shift = await shiftRecord.locked(caller, id)
  await supervises(caller, shift)
  shiftRecord.check(shift, 'confirm')
  await refuseSame(caller, shift)
  const purse = await purseOf(caller)
  const before = shift.counted ?? 0
  const said = input.counted ?? null
  const recount = said === null ? before : purse.minor('counted', said)
  const left = shift.left_in_drawer ?? 0
  if (recount < left) throw invalid('counted', 'is less than was left in the drawer.')
  const reason = (input.reason ?? '').trim()
  if (recount !== before && reason === '') {
    throw invalid('reason', 'is required when you count something else.')
  }
  await lockHead(caller)
  const drawer = await drawerRecord.locked(caller, shift.drawer_id)
  await postDifference(caller, drawer, shift, 'confirm', recount - before)
  await intoSafe(caller, drawer, shift, recount - left)
  return shiftRecord.moved(
    caller,
    shift,
    'confirm',
    {
      confirmed_at: clock.instant(),
      confirmed_by_name: caller.name,
      ...(recount === before ? {} : { recounted: recount, recount_reason: reason }),
    },
    reason === '' ? null : reason,
  )
}

async function refuseSame(caller: Caller, shift: ShiftRow): Promise<void> {
  const own = isOwn(caller, shift) || caller.user_id === shift.closed_by_id
  if (!own) return
  const { two_person, shift_difference_limit } = await policyOf(caller)
  const large = Math.abs(shift.difference ?? 0) > shift_difference_limit
  if (two_person.shift || large) {
    throw conflict('You counted this shift: somebody else must confirm it.', 'second_person')
  }
}

/** P-65: the drop made by closing is accepted here, with what was really there. */
async function intoSafe(
  caller: Caller,
  drawer: DrawerRow,
  shift: ShiftRow,
  amount: number,
): Promise<void> {
  const { hospital_id } = caller
  const drop = await float_transfers.find(
    { hospital_id, shift_id: shift.id, of_close: true, status: 'PENDING' },
    { lock: true },
  )
  const to = drop?.to_account_id ?? (await accountFor(caller, { role: 'safe' })).id
  const entry =
    amount === 0
      ? null
      : await post(caller, {
          source: 'FLOAT_TRANSFER',
          source_id: drop?.id ?? shift.id,
          memo: `Drop of shift ${shift.number}, ${drawer.name}`,
          document: {
            kind: 'shift',
            id: shift.id,
            reference: shift.number,
            path: `/billing/shifts/${shift.id}`,
          },
          lines: transferLines(
            [{ account_id: drawer.account_id }, { account_id: to }],
            amount,
            drawer.facility_id,
          ),
        })
  if (drop === undefined) return
  await float_transfers.change(
    { hospital_id, id: drop.id },
    {
      status: 'ACCEPTED',
      amount,
      received_by_name: caller.name,
      received_at: clock.instant(),
      entry_reference: entry?.reference ?? null,
    },
  )
}
