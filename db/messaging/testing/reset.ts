// A test account begins anew (MSG-584): its messages, wallet, clock and faults go; its webhook
// configuration and the secret stay.

import { clock } from '../../core/clock.ts'
import { run, within } from '../../store/connection.ts'
import { toMinor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { raw, sql } from '../../store/sql.ts'
import { forgetClock } from '../accounts/clock.ts'
import type { Owner } from '../caller.ts'
import { forgetFaults } from './faults.ts'
import { forgetSimulated } from '../drain/simulated.ts'
import { setting } from '../settings/settings.ts'
import { book, walletOf } from '../wallet/wallets.ts'

/** Children first; each names its account and mode, but for those that hang on a message. */
const of_messages = ['msg_parts', 'msg_receipts', 'msg_bridge'] as const
const of_account = [
  'msg_deliveries',
  'msg_events',
  'msg_inbound',
  'msg_messages',
  'msg_batches',
  'msg_usage',
  'msg_whatsapp_media',
  'msg_whatsapp_messages',
  'msg_whatsapp_windows',
] as const

export async function reset(owner: Owner): Promise<{ erased: number }> {
  const { account_id } = owner
  return within(async () => {
    let erased = await forgetSimulated(account_id)
    for (const table of of_messages)
      erased += await run(sql`delete from ${raw(table)} where message_id in (
        select id from msg_messages where account_id = ${account_id} and mode = 'test')`)
    await run(sql`delete from msg_attempts where delivery_id in (
      select id from msg_deliveries where account_id = ${account_id} and mode = 'test')`)
    erased += await run(sql`delete from msg_whatsapp_moves where message_id in (
      select id from msg_whatsapp_messages where account_id = ${account_id} and mode = 'test')`)
    for (const table of of_account)
      erased += await run(
        sql`delete from ${raw(table)} where account_id = ${account_id} and mode = 'test'`,
      )
    await openAnew(owner)
    await run(sql`update msg_test_states set clock_offset_ms = 0, faults = '[]',
      updated_at = ${clock.instant()} where account_id = ${account_id}`)
    forgetClock(account_id)
    forgetFaults(owner)
    return { erased }
  })
}

/** The ledger only grows: what the wallet holds is put back to the opening balance by an entry. */
async function openAnew(owner: Owner): Promise<void> {
  const { balance, currency } = await walletOf(owner)
  const opening = toMinor(await setting('test_opening_balance'), currencyOf(currency), 'opening')
  if (opening === balance) return
  await book(owner, {
    kind: 'adjustment',
    amount: opening - balance,
    reason: 'reset',
    actor: 'system',
    allow_negative: true,
  })
}
