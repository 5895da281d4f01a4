// Whose a number is and how it is reached, for somebody who asks why (MSG 5.3).

import { clock } from '../../core/clock.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { type AccountRow, ownerIn } from '../accounts/accounts.ts'
import { optedOutAmong } from '../contacts/opt-outs.ts'
import { refuse } from '../refusals.ts'
import { prefixIn, readNumber } from '../routing/numbers.ts'
import { operatorsOf, routesFor, routing } from '../routing/operators.ts'
import { overrideOf } from '../routing/overrides.ts'
import { pricesAt } from '../wallet/prices.ts'

export async function lookedUp(typed: string, account: AccountRow | null) {
  const phone = readNumber(typed)
  const ways = await routing()
  const prefix = phone === null ? undefined : ways.prefixes.get(prefixIn(phone))
  if (phone === null || prefix?.refused === true)
    throw refuse('invalid_phone_number', `${typed} is not a Tanzanian mobile number.`)
  const operator = (await operatorsOf([phone])).get(phone) ?? 'other'
  const override = await overrideOf(phone)
  const links = routesFor(ways, operator, 'transactional').flatMap(({ link_id }) => {
    const link = ways.links.get(link_id)
    return link === undefined ? [] : [{ code: link.code, kind: link.kind, state: link.state }]
  })
  return {
    phone,
    operator,
    by: override === undefined ? ('prefix' as const) : ('override' as const),
    override: override === undefined ? null : override,
    operator_status: ways.operators.get(operator)?.status ?? null,
    links,
    ...(account === null ? {} : await forAccount(account, phone, operator)),
  }
}

async function forAccount(account: AccountRow, phone: string, operator: string) {
  const owner = ownerIn(account, 'live')
  const price = (await pricesAt(account.price_list_id, 'sms', clock.instant()))(operator)
  const opted_out = (await optedOutAmong(owner, [phone])).get(phone) ?? null
  return {
    unit_price: account.billing === 'unmetered' ? 0 : toMajor(price, currencyOf(account.currency)),
    currency: account.currency,
    opted_out,
  }
}
