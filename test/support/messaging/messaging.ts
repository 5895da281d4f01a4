// A firm that uses the messaging API: an active business account, an account, and keys to ask with.

import type { FastifyInstance } from 'fastify'
import { within } from '../../../db/store/connection.ts'
import { forgetClocks } from '../../../db/messaging/accounts/clock.ts'
import {
  type AccountInput,
  type AccountRow,
  ownerIn,
} from '../../../db/messaging/accounts/accounts.ts'
import { moveBusiness, openBusiness } from '../../../db/messaging/accounts/businesses.ts'
import type { Mode, Owner } from '../../../db/messaging/caller.ts'
import { createKey } from '../../../db/messaging/keys/keys.ts'
import { forgetRates } from '../../../db/messaging/keys/limits.ts'
import { forgetKeys } from '../../../db/messaging/keys/opening.ts'
import type { KeyInput } from '../../../db/messaging/keys/shapes.ts'
import { insertBuiltIn } from '../../../db/messaging/senders/built-in.ts'
import { clock } from '../../../db/core/clock.ts'
import { forgetAllKept } from '../../../db/store/kept.ts'
import { openAccount } from '../../../db/messaging/messages/opening.ts'
import { forgetRoom } from '../../../db/messaging/messages/room.ts'
import { forgetSettings } from '../../../db/messaging/settings/settings.ts'
import { book } from '../../../db/messaging/wallet/wallets.ts'
import { forgetAllCurrent } from '../../../db/messaging/webhooks/current.ts'
import { forgetSubscriptions } from '../../../db/messaging/webhooks/emit.ts'
import { Ask, type Answer } from '../ask.ts'
import { digits } from '../named.ts'

export const cli = { actor: 'cli:test' }

export interface Firm {
  business_id: string
  account: AccountRow
  live: Owner
  test: Owner
  /** Somebody with a new key; every call of it has a budget of its own. */
  key(input?: Partial<KeyInput>): Promise<KeyAsk>
  /** An approved sender ID of the live mode. */
  sender(name?: string): Promise<string>
  /** Money into the live wallet, in shillings. */
  topUp(shillings: number, mode?: Mode): Promise<void>
}

export class KeyAsk extends Ask {
  readonly id: string
  constructor(app: FastifyInstance, key: string, id: string, headers?: Record<string, string>) {
    super(app, key, headers)
    this.id = id
  }
  override with(headers: Record<string, string>): KeyAsk {
    return new KeyAsk(this.app, this.token ?? '', this.id, { ...this.headers, ...headers })
  }
}

let count = 0

/** Everything this process remembers of another file's database is let go. */
export function forgetMessaging(): void {
  forgetClocks()
  forgetRates()
  forgetKeys()
  forgetSettings()
  forgetSubscriptions()
  forgetAllKept()
  forgetRoom()
  forgetAllCurrent()
}

export async function firm(app: FastifyInstance, input: Partial<AccountInput> = {}): Promise<Firm> {
  forgetMessaging()
  count += 1
  const name = `Firm ${digits(count)}`
  const { account, business_id } = await within(async () => {
    const business = await openBusiness(cli, {
      legal_name: `${name} Limited`,
      kind: 'company',
      registration_no: `BRELA-${count}`,
      contact_name: 'Asha Juma',
      contact_email: 'asha@example.com',
      contact_phone: '+255712000000',
    })
    await moveBusiness(cli, business.id, 'activate')
    const account = await openAccount(cli, { name, business_id: business.id, ...input })
    return { account, business_id: business.id }
  })
  const owner = (mode: Mode): Owner => ownerIn(account, mode)
  return {
    business_id,
    account,
    live: owner('live'),
    test: owner('test'),
    async key(asked = {}) {
      const made = await within(() =>
        createKey(cli, account, {
          name: 'Test',
          mode: 'live',
          scopes: ['*', 'account:manage'],
          ...asked,
        }),
      )
      return new KeyAsk(app, made.key, made.id)
    },
    async sender(name = 'KLINIKI') {
      await within(() => insertBuiltIn(owner('live'), name, clock.instant()))
      return name
    },
    async topUp(shillings, mode = 'live') {
      await within(() =>
        book(owner(mode), { kind: 'top_up', amount: shillings * 100, actor: 'cli:test' }),
      )
    },
  }
}

/** `error` of a refusal. */
export const errorOf = (
  answer: Answer,
): { code: string; message: string; field: string | null; requestId: string; docs: string } =>
  answer.body?.error ?? {}
