// The price list every deployment begins with (MSG 2.7).

import { clock } from '../../core/clock.ts'
import { toMinor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { setting } from '../settings/settings.ts'
import { msg_price_lists, msg_prices } from './tables.ts'

const operators = ['vodacom', 'yas', 'airtel', 'halotel', 'ttcl', 'other']
const sms_price = 20
const whatsapp_prices = { marketing: 60, utility: 25, authentication: 25, session: 0 }

export async function openPrices(): Promise<void> {
  const currency = currencyOf(await setting('currency'))
  const made = await msg_price_lists.insert({
    name: 'Standard',
    currency: currency.code,
    is_default: true,
  })
  const row = (channel: 'sms' | 'whatsapp', item: string, price: number) => ({
    price_list_id: made.id,
    channel,
    item,
    unit_price: toMinor(price, currency, 'price'),
    valid_from: '2000-01-01T00:00:00.000Z',
    created_by: 'system',
    created_at: clock.instant(),
  })
  await msg_prices.insertMany([
    ...operators.map((item) => row('sms', item, sms_price)),
    ...Object.entries(whatsapp_prices).map(([item, price]) => row('whatsapp', item, price)),
  ])
}
