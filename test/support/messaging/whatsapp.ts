// A firm with a connected WhatsApp number at the provider's double, and a hand that a test drives.

import type { Test } from 'tap'
import type { Hand } from '../../../daemon/sending/hand.ts'
import { runWhatsapp } from '../../../daemon/sending/whatsapp.ts'
import { whatsappLine } from '../../../daemon/sending/whatsapp-calls.ts'
import { clock } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { Ask, type Answer } from '../ask.ts'
import { boot, type House } from '../boot.ts'
import { type Firm, firm, type KeyAsk } from './messaging.ts'
import { letCallHere } from './webhooks.ts'
import {
  access_token,
  app_secret,
  business_account_id,
  phone_number_id,
  type Provider,
  provider,
  signed,
} from './whatsapp-provider.ts'

export const start = '2026-03-03T09:00:00.000Z'
export const asha = '255712345678'
export const text = { to: '0712345678', type: 'text', text: { body: 'Karibu' } }
export const template = {
  to: '0712345678',
  type: 'template',
  template: { name: 'miadi', language: 'sw', parameters: { body: ['4 Machi', '10:00'] } },
}

export const now = (): string => clock.instant()

export const messageOf = async (key: KeyAsk, id: string) =>
  (await key.get(`/v1/whatsapp/messages/${id}`)).body

export const eventsOf = async (account_id: string, type: string) =>
  (
    await rows<{ data: string }>(
      sql`select data from msg_events where account_id = ${account_id} and type = ${type} order by id`,
    )
  ).map(({ data }) => JSON.parse(data))

export const balanceOf = async (key: KeyAsk) => (await key.get('/v1/wallet')).body.balance

export interface WhatsappScene {
  own: Firm
  key: KeyAsk
  there: Provider
  hand: Hand & { faults: unknown[] }
  number: { id: string; verifyToken: string }
  /** As the provider does it: signed, then read. */
  bring: (body: string) => Promise<Answer>
}

export const numberInput = (graphUrl: string) => ({
  phone: '0700111222',
  displayName: 'Kliniki',
  phoneNumberId: phone_number_id,
  businessAccountId: business_account_id,
  accessToken: access_token,
  appSecret: app_secret,
  graphUrl,
})

/** A house that may call this machine; each of its cases begins at `start`. */
export async function whatsappHouse(t: Test): Promise<House> {
  const house = await boot(t, [])
  await firm(house.app)
  await letCallHere(house)
  t.beforeEach(() => clock.freeze(start))
  t.afterEach(() => clock.release())
  return house
}

export async function whatsappScene(
  t: Test,
  { app }: Pick<House, 'app'>,
  shillings = 1000,
): Promise<WhatsappScene> {
  // The provider knows one number; scenes before this one gave theirs back.
  await within(() =>
    run(
      sql`update msg_whatsapp_numbers set provider = 'simulator', status = 'disabled' where provider = 'meta'`,
    ),
  )
  const own = await firm(app)
  const key = await own.key()
  const there = await provider(t)
  there.templates = [
    {
      name: 'miadi',
      language: 'sw',
      status: 'APPROVED',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Miadi yako ni {{1}} saa {{2}}.' }],
    },
    {
      name: 'chanjo',
      language: 'sw',
      status: 'APPROVED',
      category: 'MARKETING',
      components: [{ type: 'BODY', text: 'Njoo upate chanjo.' }],
    },
    { name: 'zamani', language: 'sw', status: 'PAUSED', category: 'UTILITY', components: [] },
  ]
  if (shillings > 0) await own.topUp(shillings)
  const faults: unknown[] = []
  const log = { error: (facts: object) => faults.push(facts) }
  const hand = Object.assign(runWhatsapp({ log, line: whatsappLine(), poll_ms: 3_600_000 }), {
    faults,
  })
  t.teardown(() => hand.stop())
  const number = (await key.post('/v1/whatsapp/numbers', numberInput(there.graph_url))).body
  await hand.idle()
  const bring = async (body: string): Promise<Answer> => {
    const answer = await new Ask(app, undefined, { 'x-hub-signature-256': signed(body) }).raw(
      'POST',
      `/v1/providers/whatsapp/${number.id}`,
      body,
      'application/json',
    )
    await hand.idle()
    return answer
  }
  return { own, key, there, hand, number, bring }
}
