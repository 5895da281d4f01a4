// Cash between a safe and drawers (3.7, BIL-96): it moves when the receiver accepts it, not before.

import { asks, type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { fundingOf } from '../accounting/funding/funding.ts'
import { lockHead, post } from '../accounting/posting/post.ts'
import { purseOf } from '../accounting/purse.ts'
import { record } from '../../office/audit/record.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { nextReference } from '../../office/sequences/references.ts'
import { notSoMuch, openShift, took } from './cash.ts'
import { inMajor, mustAgree, readCount } from './counting.ts'
import { transferLines } from './ledger.ts'
import type { End, FloatFilter, FloatInput, FloatTransfer } from './money-shapes.ts'
import { type DrawerRow, drawerRecord, type ShiftRow } from './rows.ts'
import { drawers, float_transfers } from './tables.ts'
import { actsThere } from './whose.ts'
import { transfer_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

type Row = RowOf<(typeof float_transfers)['columns']>

export const float_life = life('float', transfer_states, {
  accept: { from: ['PENDING'], to: 'ACCEPTED' },
  decline: { from: ['PENDING'], to: 'DECLINED' },
  cancel: { from: ['PENDING'], to: 'CANCELLED' },
})

export async function list(
  caller: Caller,
  asked: FloatFilter & PageAsked,
): Promise<Page<FloatTransfer>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(float_transfers, asked, {
    from: sql` from float_transfers${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(
        asked.drawer_id,
        sql`(from_drawer_id = ${asked.drawer_id} or to_drawer_id = ${asked.drawer_id})`,
      ),
      ...withinDays(sql`created_at`, timezone, asked),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const shown = await view(caller, found.rows)
  return mapPage(found, (row) => shown.find(({ id }) => id === row.id) as FloatTransfer)
}

async function view(caller: Caller, found: readonly Row[]): Promise<FloatTransfer[]> {
  if (found.length === 0) return []
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const ids = found.flatMap(({ from_drawer_id, to_drawer_id }) => [from_drawer_id, to_drawer_id])
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  const known = wanted.length === 0 ? [] : await drawers.all({ hospital_id, id: wanted })
  const end = (drawer_id: string | null, account_id: string | null) => ({
    drawer_id,
    account_id,
    name: known.find(({ id }) => id === drawer_id)?.name ?? (drawer_id === null ? 'Safe' : null),
  })
  return found.map((row) => ({
    ...row,
    from: end(row.from_drawer_id, row.from_account_id),
    to: end(row.to_drawer_id, row.to_account_id),
    amount: purse.major(row.amount),
    denominations: row.denominations === null ? null : inMajor(purse, row.denominations),
    moves: row.of_close ? [] : float_life.open(caller, row.status),
  }))
}

const one = async (caller: Caller, row: Row): Promise<FloatTransfer> =>
  (await view(caller, [row]))[0] as FloatTransfer

export const floatRecord = recordOf(float_transfers, 'float transfer')

interface Ends {
  from_drawer: DrawerRow | null
  from_account_id: string | null
  to_drawer: DrawerRow | null
  to_account_id: string | null
  facility_id: string
  shift: ShiftRow | null
}

export async function send(caller: Caller, input: FloatInput): Promise<FloatTransfer> {
  const purse = await purseOf(caller)
  const amount = purse.minor('amount', input.amount)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  const given = input.denominations ?? null
  const pieces = given === null ? null : await readCount(caller, given)
  if (pieces !== null) mustAgree(purse, pieces.total, amount)
  const ends = await endsOf(caller, input)
  if (ends.shift !== null) await refuseMore(caller, ends.shift, amount)
  await lockHead(caller)
  const made = await float_transfers.insert({
    hospital_id: caller.hospital_id,
    facility_id: ends.facility_id,
    number: await nextReference(caller, 'float', ends.facility_id),
    kind: input.kind,
    status: 'PENDING',
    from_drawer_id: ends.from_drawer?.id ?? null,
    from_account_id: ends.from_account_id,
    to_drawer_id: ends.to_drawer?.id ?? null,
    to_account_id: ends.to_account_id,
    amount,
    denominations: pieces?.pieces ?? null,
    sent_by_id: caller.user_id,
    sent_by_name: caller.name,
    shift_id: ends.shift?.id ?? null,
  })
  noted(caller, 'float.send', made, null)
  return one(caller, made)
}

async function refuseMore(caller: Caller, shift: ShiftRow, amount: number): Promise<void> {
  if (amount > shift.cash) throw conflict(await notSoMuch(caller, shift.cash), 'not_covered')
}

/** Money leaves a drawer only by the hand of whoever sits at it; a safe by whoever keeps it. */
async function endsOf(caller: Caller, { kind, from, to }: FloatInput): Promise<Ends> {
  const leaves_drawer = kind !== 'FLOAT'
  const reaches_drawer = kind !== 'DROP'
  if (!leaves_drawer) asks(caller, 'safe:keep')
  const from_drawer = leaves_drawer ? await drawerAt(caller, 'from', from) : null
  const to_drawer = reaches_drawer ? await drawerAt(caller, 'to', to) : null
  if (to_drawer !== null && from_drawer === null) await actsThere(caller, 'drawer', to_drawer)
  if (to_drawer !== null && to_drawer.id === from_drawer?.id) {
    throw invalid('to', 'must be another drawer.')
  }
  const shift = from_drawer === null ? null : await ownShift(caller, from_drawer)
  const facility_id = (from_drawer ?? to_drawer)?.facility_id ?? ''
  // Its entry stands in one branch alone; to another one goes a transfer of funds (ACC-53).
  if (to_drawer !== null && to_drawer.facility_id !== facility_id) {
    throw conflict(`${to_drawer.name} is at another branch: its safe sends the float.`, 'facility')
  }
  return {
    from_drawer,
    from_account_id: leaves_drawer ? null : await safeAt(caller, 'from', from),
    to_drawer,
    to_account_id: reaches_drawer ? null : await safeAt(caller, 'to', to),
    facility_id,
    shift,
  }
}

async function drawerAt(caller: Caller, field: string, { drawer_id }: End): Promise<DrawerRow> {
  if ((drawer_id ?? '') === '') throw invalid(`${field}.drawer_id`, 'is required.')
  return drawerRecord.get(caller, drawer_id ?? '')
}

async function safeAt(caller: Caller, field: string, { account_id }: End): Promise<string> {
  if ((account_id ?? '') === '') throw invalid(`${field}.account_id`, 'is required.')
  const found = await fundingOf(caller, account_id ?? '')
  if (found === undefined) throw noSuch('account')
  if (found.kind !== 'cash' || !found.active) throw conflict(`${found.name} is no safe.`, 'account')
  return found.account_id
}

async function ownShift(caller: Caller, drawer: DrawerRow): Promise<ShiftRow> {
  const shift = await openShift(caller)
  if (shift.drawer_id !== drawer.id) throw conflict(`${drawer.name} is not your drawer.`, 'drawer')
  return shift
}

export async function accept(caller: Caller, id: string, typed: number): Promise<FloatTransfer> {
  const purse = await purseOf(caller)
  const amount = purse.minor('amount', typed)
  const into = can(caller, 'shift:open') ? await shiftInto(caller, id) : null
  const row = await floatRecord.locked(caller, id)
  const status = open(row, 'accept')
  mayReceive(caller, row)
  if (row.sent_by_id === caller.user_id) {
    throw conflict('You sent this: somebody else must accept it.', 'second_person')
  }
  if (amount !== row.amount) throw conflict(`${purse.said(row.amount)} was sent: count again.`)
  if (row.to_drawer_id !== null && into?.drawer_id !== row.to_drawer_id) {
    throw conflict('Open your drawer first.', 'no_shift')
  }
  const entry_reference = await moveMoney(caller, row, into)
  return settled(caller, row, { status, entry_reference }, 'float.accept')
}

/** The receiver's shift is locked before the transfer: counting it waits here too. */
async function shiftInto(caller: Caller, id: string): Promise<ShiftRow | null> {
  const { to_drawer_id } = await floatRecord.get(caller, id)
  return to_drawer_id === null ? null : openShift(caller)
}

function mayReceive(caller: Caller, row: Row): void {
  asks(caller, row.to_drawer_id === null ? 'safe:keep' : 'shift:open')
}

async function moveMoney(caller: Caller, row: Row, into: ShiftRow | null): Promise<string> {
  const { amount, kind } = row
  const taking = { method: 'Cash', source: 'float', source_id: row.id, reference: row.number }
  if (row.shift_id !== null) {
    const kind_out = kind === 'HANDOVER' ? 'HANDOVER' : 'DROP'
    await took(caller, row.shift_id, { ...taking, kind: kind_out, amount: -amount })
  }
  if (into !== null) {
    const kind_in = kind === 'HANDOVER' ? 'HANDOVER' : 'FLOAT'
    await took(caller, into.id, { ...taking, kind: kind_in, amount })
  }
  const [from, to] = await accountsOf(caller, row)
  const { facility_id } = row
  const entry = await post(caller, {
    source: 'FLOAT_TRANSFER',
    source_id: row.id,
    memo: `${kind === 'DROP' ? 'Drop' : kind === 'FLOAT' ? 'Float' : 'Handover'} ${row.number}`,
    lines: transferLines([{ account_id: from }, { account_id: to }], amount, facility_id),
  })
  return entry.reference
}

async function accountsOf(caller: Caller, row: Row): Promise<[string, string]> {
  const at = async (drawer_id: string | null, account_id: string | null): Promise<string> =>
    drawer_id === null ? (account_id ?? '') : (await drawerRecord.get(caller, drawer_id)).account_id
  return [
    await at(row.from_drawer_id, row.from_account_id),
    await at(row.to_drawer_id, row.to_account_id),
  ]
}

export async function decline(caller: Caller, id: string, reason: string): Promise<FloatTransfer> {
  const row = await floatRecord.locked(caller, id)
  const status = open(row, 'decline')
  mayReceive(caller, row)
  return settled(caller, row, { status, reason }, 'float.decline')
}

export async function cancel(caller: Caller, id: string): Promise<FloatTransfer> {
  const row = await floatRecord.locked(caller, id)
  const status = open(row, 'cancel')
  if (row.sent_by_id !== caller.user_id) {
    throw conflict(`${row.sent_by_name} sent this: only its sender may cancel it.`, 'sender')
  }
  return settled(caller, row, { status }, 'float.cancel')
}

/** BIL-96: what a close made is accepted by its confirmation and by nothing else. */
function open(row: Row, move: 'accept' | 'decline' | 'cancel'): Row['status'] {
  const status = float_life.move(move, row.status, row.number)
  if (row.of_close) {
    throw conflict(`Float ${row.number} waits for the confirmation of its shift.`, 'of_close')
  }
  return status
}

async function settled(
  caller: Caller,
  row: Row,
  changes: Partial<Row>,
  action: string,
): Promise<FloatTransfer> {
  const { hospital_id } = caller
  const received =
    changes.status === 'CANCELLED'
      ? {}
      : { received_by_name: caller.name, received_at: clock.instant() }
  await float_transfers.change({ hospital_id, id: row.id }, { ...changes, ...received })
  const after = await floatRecord.get(caller, row.id)
  noted(caller, action, after, row.status)
  return one(caller, after)
}

function noted(caller: Caller, action: string, row: Row, from: Row['status'] | null): void {
  record(caller, action, {
    entity_type: 'float_transfer',
    entity_id: row.id,
    entity_label: row.number,
    ...(from === null ? {} : { from_state: from }),
    to_state: row.status,
    reason: row.reason,
    changes: { amount: [null, row.amount] },
  })
}
