// A bill in dispute (3.1): nobody is reminded of it, and lists of debts mark it.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { bill_life, called, billRecord, moved, type Row as Bill } from './rows.ts'

export async function hold(caller: Caller, id: string, reason: string): Promise<Bill> {
  const bill = await billRecord.locked(caller, id)
  bill_life.move('hold', bill.status, called(bill))
  if (bill.held) throw conflict(`Bill ${bill.number} is held already.`, 'held')
  return moved(caller, bill, 'hold', { held: true, hold_reason: reason }, reason)
}

export async function release(caller: Caller, id: string, note: string | null): Promise<Bill> {
  const bill = await billRecord.locked(caller, id)
  bill_life.move('hold', bill.status, called(bill))
  if (!bill.held) throw conflict(`Bill ${bill.number} is not held.`, 'held')
  return moved(caller, bill, 'release', { held: false, hold_reason: null }, note)
}
