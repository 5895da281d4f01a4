// An account, whole: its wallets in both modes, and what its test mode begins with (MSG-581).

import { clock } from '../../core/clock.ts'
import { toMinor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { type AccountInput, type AccountRow, insertAccount, ownerIn } from '../accounts/accounts.ts'
import type { Actor } from '../caller.ts'
import { openRouting } from '../routing/first-start.ts'
import { insertBuiltIn } from '../senders/built-in.ts'
import { setting } from '../settings/settings.ts'
import { openPrices } from '../wallet/first-start.ts'
import { openWallet } from '../wallet/wallets.ts'

/** Operators, prefixes, the simulator and the standard prices; harmless when they are there. */
export async function openMessaging(): Promise<void> {
  if (await openRouting()) await openPrices()
}

export const test_sender = 'SMSTEST'

export async function openAccount(by: Actor, input: AccountInput): Promise<AccountRow> {
  await openMessaging()
  const account = await insertAccount(by, input)
  const currency = currencyOf(account.currency)
  const opening = toMinor(await setting('test_opening_balance'), currency, 'opening')
  await openWallet(ownerIn(account, 'live'), currency.code)
  await openWallet(ownerIn(account, 'test'), currency.code, opening)
  await insertBuiltIn(ownerIn(account, 'test'), test_sender, clock.instant())
  return account
}
