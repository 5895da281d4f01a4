// Bad input: what is tried, what is answered, and that nothing of it stays (MSG-122).

import type { Test } from 'tap'
import { rows, within } from '../../../db/store/connection.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { raw, sql } from '../../../db/store/sql.ts'
import { tables } from '../../../db/tables.ts'
import type { Answer } from '../ask.ts'
import { boot, type House } from '../boot.ts'
import { type Firm, firm, type KeyAsk } from '../messaging/messaging.ts'
import { letCallHere } from '../messaging/webhooks.ts'
import { type WhatsappScene, whatsappScene } from '../messaging/whatsapp.ts'

/** What a refusal may leave: the audit, and when a key was last used. */
const may_grow = /^msg_(audit|keys|rate_counts)$/

async function standing(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    if (!/^msg_|^idempotency_keys$/.test(name) || may_grow.test(name)) continue
    const [found] = await rows<{ n: number }>(sql`select count(*) as n from ${raw(name)}`)
    counts[name] = Number(found?.n)
  }
  const [money] = await rows<{ n: number }>(
    sql`select sum(balance) + sum(reserved) as n from msg_wallets`,
  )
  return { ...counts, money: Number(money?.n) }
}

export type Row = [
  tried: string,
  expected: object,
  ask: () => Promise<{ status: number; body: unknown }>,
]

export async function checkRows(t: Test, table: readonly Row[]): Promise<void> {
  for (const [tried, expected, ask] of table) {
    const before = await standing()
    const answer = await ask()
    t.match({ status: answer.status, body: answer.body }, expected, tried)
    t.same(await standing(), before, `${tried}: nothing stays`)
  }
}

export const refused = (
  status: number,
  code: string,
  field: string | null,
  message: string | RegExp,
) => ({ status, body: { error: { code, field, message } } })

export const wrong = (field: string | null, message: string | RegExp) =>
  refused(400, 'invalid_request', field, message)

export const good = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Habari' }

export interface BadScene extends WhatsappScene {
  house: House
  others: Firm
  send: (more: object, by?: KeyAsk) => Promise<Answer>
  without: (name: keyof typeof good) => Promise<Answer>
}

/** A firm with a sender and a WhatsApp number, and another firm with a sender of its own. */
export async function badScene(t: Test): Promise<BadScene> {
  const house = await boot(t, [])
  await firm(house.app)
  await letCallHere(house)
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  const scene = await whatsappScene(t, house)
  const others = await firm(house.app)
  await scene.own.sender()
  await others.sender('WENGINE')
  return {
    ...scene,
    house,
    others,
    send: (more, by = scene.key) => by.post('/v1/sms/send', { ...good, ...more }),
    without: (name) => {
      const { [name]: _gone, ...rest } = good
      return scene.key.post('/v1/sms/send', rest)
    },
  }
}
