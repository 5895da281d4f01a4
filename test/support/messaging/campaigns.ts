// A firm with a group of three contacts, a draft for them, and a hand that a test drives.

import type { Test } from 'tap'
import { runCampaigns } from '../../../daemon/sending/campaigns.ts'
import { clock } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { campaignOfGroup } from '../../../db/messaging/campaigns/campaigns.ts'
import { setGroupUse } from '../../../db/messaging/contacts/groups.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../boot.ts'
import { type Firm, firm, type KeyAsk } from './messaging.ts'

export const start = '2026-03-03T09:00:00.000Z'

export async function campaignHouse(t: Test) {
  const { app } = await boot(t, [])
  await firm(app)
  setGroupUse(campaignOfGroup)
  const faults: unknown[] = []
  const hand = runCampaigns({ log: { error: (facts) => faults.push(facts) }, poll_ms: 3_600_000 })
  t.teardown(() => hand.stop())
  t.beforeEach(() => clock.freeze(start))
  t.afterEach(() => clock.release())

  const scene = async (): Promise<{ own: Firm; key: KeyAsk; group: string }> => {
    const own = await firm(app)
    const key = await own.key({ mode: 'test' })
    const group = (await key.post('/v1/groups', { name: 'Wote' })).body.id
    for (const [phone, firstName] of [
      ['0712345678', 'Asha'],
      ['0754000001', 'Juma'],
      ['0765000002', null],
    ])
      await key.post('/v1/contacts', { phone, firstName, groupIds: [group] })
    return { own, key, group }
  }
  return { app, faults, hand, scene }
}

export const draft = (group: string, more: object = {}) => ({
  name: 'Chanjo',
  class: 'transactional',
  senderId: 'SMSTEST',
  message: 'Habari {{firstName}}, karibu',
  audience: { groupIds: [group] },
  reference: 'chanjo-1',
  ...more,
})

export const testWallet = async ({ account }: Firm) => {
  const [found] = await rows<{ balance: number; reserved: number }>(
    sql`select balance, reserved from msg_wallets where account_id = ${account.id} and mode = 'test'`,
  )
  return { balance: Number(found?.balance), reserved: Number(found?.reserved) }
}

export const endAll = (id: string, status: string) =>
  within(() =>
    run(
      sql`update msg_messages set status = ${status}, final_at = ${start}
          where campaign_id = ${id} and status in ('queued', 'sent', 'scheduled')`,
    ),
  )
