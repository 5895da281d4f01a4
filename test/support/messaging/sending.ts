// A firm that sends: money, a sender ID, a key for every class, and a message that is good.

import { row, within } from '../../../db/store/connection.ts'
import { forgetRates } from '../../../db/messaging/keys/limits.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { raw as rawName, sql } from '../../../db/store/sql.ts'
import { boot, type Tap } from '../boot.ts'
import { firm } from './messaging.ts'

export const count = async (table: string): Promise<number> =>
  Number((await row<{ n: number }>(sql`select count(*) as n from ${rawName(table)}`))?.n ?? 0)

export async function sendScene(t: Tap) {
  const { app } = await boot(t, [])
  const own = await firm(app, { otp_allowed: true })
  // The shared counter of PostgreSQL cannot be let go of between the cases.
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  const key = await own.key({ scopes: ['*', 'sms:otp'] })
  const sender = await own.sender()
  await own.topUp(10_000)
  const good = { recipients: ['0712345678'], senderId: sender, message: 'Habari' }
  const send = (body: object) => {
    forgetRates()
    return key.post('/v1/sms/send', body)
  }
  const balance = async () =>
    (
      await row<{ balance: number }>(
        sql`select balance from msg_wallets where account_id = ${own.account.id} and mode = 'live'`,
      )
    )?.balance
  return { app, own, key, sender, good, send, balance }
}
