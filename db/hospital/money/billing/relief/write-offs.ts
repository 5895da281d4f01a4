// Write-offs (BIL-88): the whole balance of a bill that nobody will pay, and what comes in later.

import type { Caller } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict } from '../../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { accountFor, balanceOf } from '../../accounting/posting/offers.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { policyOf } from '../../policy/policy.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { createdBetween } from '../charges/asked-on.ts'
import { anotherPerson } from '../decide.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { billingHistory, nameOf } from '../history.ts'
import { itemsOf } from '../charges/items.ts'
import { writeOffLines } from '../payments/ledger.ts'
import { bill_life, called, billRecord, moved, type Row as Bill } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'
import type { WriteOff, WriteOffFilter, WriteOffInput } from './waiver-shapes.ts'
import { write_offs } from './waiver-tables.ts'
import { write_off_states } from './waiver-words.ts'

export type WriteOffRow = RowOf<(typeof write_offs)['columns']>

const overdue_days = 90

const write_off_life = life('write-off', write_off_states, {
  approve: { from: ['REQUESTED'], to: 'APPROVED', permission: 'writeoff:approve' },
  decline: { from: ['REQUESTED'], to: 'DECLINED', permission: 'writeoff:approve' },
})

export const writeOffRecord = recordWithLife(write_offs, {
  life: write_off_life,
  type: 'write_off',
  called: ({ number, bill_number }) => number ?? `of bill ${bill_number}`,
  history: billingHistory('write_off'),
})

export async function request(
  caller: Caller,
  bill_id: string,
  { reason, reason_code }: WriteOffInput,
): Promise<WriteOff> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const bill = await billRecord.locked(caller, bill_id)
  bill_life.move('write_off', bill.status, called(bill))
  await refuseEarly(caller, purse, bill, reason_code)
  const waits = await write_offs.find({ hospital_id, bill_id, status: 'REQUESTED' })
  if (waits !== undefined) throw conflict('A write-off of this bill waits for a decision.')
  const made = await writeOffRecord.created(
    caller,
    {
      facility_id: bill.facility_id,
      bill_id,
      bill_number: bill.number,
      patient_id: bill.patient_id,
      patient_name: bill.patient_name,
      client_id: bill.client_id,
      amount: bill.balance,
      reason,
      reason_code,
      requested_by_id: caller.user_id,
      requested_by_name: nameOf(caller),
    },
    'request',
    reason,
  )
  return shown(caller, purse, made)
}

/** TOO_SMALL up to the limit, and who died or went away, at any time; else 90 days after it was due. */
async function refuseEarly(
  caller: Caller,
  purse: Purse,
  { balance, due_on, number }: Bill,
  reason_code: WriteOffInput['reason_code'],
): Promise<void> {
  if (reason_code === 'DIED' || reason_code === 'ABSCONDED') return
  if (reason_code === 'TOO_SMALL') {
    const { write_off_small_limit } = await policyOf(caller)
    if (balance <= write_off_small_limit) return
    throw conflict(
      `Up to ${purse.said(write_off_small_limit)} is too small: ${purse.said(balance)} is due.`,
      'too_much',
    )
  }
  const day = await today(caller)
  const from = nextDay(due_on ?? day, overdue_days + 1)
  if (day >= from) return
  throw conflict(`Bill ${number} may be written off from ${from}.`, 'too_early')
}

/** P-29: what was put aside for bad debts first, the rest is a cost of today. */
export async function approve(caller: Caller, id: string, note: string | null): Promise<WriteOff> {
  const purse = await purseOf(caller)
  const before = await writeOffRecord.begin(caller, id, 'approve')
  const bill = await billRecord.locked(caller, before.bill_id)
  bill_life.move('write_off', bill.status, called(bill))
  await refuseEarly(caller, purse, bill, before.reason_code)
  const { two_person, write_off_small_limit } = await policyOf(caller)
  if (bill.balance > write_off_small_limit) {
    await anotherPerson(caller, before.requested_by_id, 'writeoff:approve', {
      two: two_person.write_off,
    })
  }
  const { facility_id, balance } = bill
  await lockHead(caller)
  const number = await nextReference(caller, 'write_off', facility_id)
  const aside = await accountFor(caller, { role: 'allowance' })
  // The allowance stands against an asset: what it holds is below nought.
  const put_aside = Math.min(balance, Math.max(0, -(await balanceOf(caller, aside.id))))
  const entry = await post(caller, {
    source: 'WRITE_OFF',
    source_id: id,
    memo: `Write-off ${number}, bill ${bill.number}: ${before.reason}`,
    document: { kind: 'write-off', id, reference: number, path: `/billing/write-offs?id=${id}` },
    lines: writeOffLines({ amount: balance, put_aside }, bill),
  })
  await emptied(caller, bill, before.reason)
  return decided(caller, purse, before, 'approve', {
    number,
    amount: balance,
    put_aside,
    decision_note: note,
    entry_reference: entry.reference,
  })
}

async function emptied(caller: Caller, bill: Bill, reason: string): Promise<void> {
  const { hospital_id } = caller
  for (const { id, balance, written_off } of await itemsOf(caller, bill.id)) {
    if (balance === 0) continue
    const changes = { written_off: written_off + balance, balance: 0 }
    await bill_items.change({ hospital_id, id }, changes)
  }
  const written_off = bill.written_off + bill.balance
  await moved(caller, bill, 'write_off', { status: 'WRITTEN_OFF', written_off, balance: 0 }, reason)
}

export async function decline(caller: Caller, id: string, note: string): Promise<WriteOff> {
  const purse = await purseOf(caller)
  const before = await writeOffRecord.begin(caller, id, 'decline')
  return decided(caller, purse, before, 'decline', { decision_note: note })
}

async function decided(
  caller: Caller,
  purse: Purse,
  before: WriteOffRow,
  move: keyof typeof write_off_life.moves,
  said: Partial<WriteOffRow>,
): Promise<WriteOff> {
  const changes = { ...said, decided_at: clock.instant(), decided_by_name: nameOf(caller) }
  const note = said.decision_note ?? null
  return shown(caller, purse, await writeOffRecord.moved(caller, before, move, changes, note))
}

export async function list(
  caller: Caller,
  asked: WriteOffFilter & PageAsked,
): Promise<Page<WriteOff>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(write_offs, asked, {
    from: sql` from write_offs${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.reason_code, sql`reason_code = ${asked.reason_code}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(asked.client_id, sql`client_id = ${asked.client_id}`),
      ...(await createdBetween(caller, asked)),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(caller, purse, row))
}

export const findWriteOff = async (caller: Caller, id: string): Promise<WriteOff> =>
  shown(caller, await purseOf(caller), await writeOffRecord.get(caller, id))

const shown = (caller: Caller, purse: Purse, row: WriteOffRow): WriteOff => ({
  ...row,
  amount: purse.major(row.amount),
  recovered: purse.major(row.recovered),
  moves: writeOffRecord.moves(caller, row),
})
