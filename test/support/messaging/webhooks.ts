// A firm with a webhook at a receiver of this machine, and a deliverer that a test drives.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type Deliverer, startDeliveries } from '../../../daemon/sending/deliver.ts'
import {
  type LineOptions,
  setSharedLine,
  webhookLine,
} from '../../../daemon/sending/webhook-calls.ts'
import { within } from '../../../db/store/connection.ts'
import type { Owner } from '../../../db/messaging/caller.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { emit } from '../../../db/messaging/webhooks/emit.ts'
import { certificate } from '../certificate.ts'
import type { House } from '../boot.ts'

/** Receivers of this machine may be called, and their certificate is trusted. */
export async function letCallHere({ database }: Pick<House, 'database'>): Promise<void> {
  const file = join(database.folder, 'ca.pem')
  writeFileSync(file, certificate)
  await within(() =>
    change({ webhook_allow_cidrs: ['127.0.0.0/8'], webhook_ca_file: file }, 'cli:test'),
  )
}

export interface Delivering extends Deliverer {
  faults: unknown[]
}

/** Looks only when it is nudged or told. */
export function delivering(t: Test, options: LineOptions = {}): Delivering {
  const line = webhookLine(options)
  setSharedLine(line)
  const faults: unknown[] = []
  const log = { error: (facts: object) => faults.push(facts) }
  const deliverer = startDeliveries({ log, line, poll_ms: 3_600_000, group_ms: 5 })
  t.teardown(async () => {
    await deliverer.stop()
    setSharedLine(null)
  })
  return Object.assign(deliverer, { faults })
}

export const delivered = (id: string, more: Record<string, unknown> = {}) => ({
  data: {
    id,
    to: '255712345678',
    senderId: 'KLINIKI',
    status: 'delivered',
    reference: 'ord-1',
    ...more,
  },
})

export const happens = (owner: Owner, id: string, callback_url?: string): Promise<void> =>
  within(() =>
    emit(owner, 'message.delivered', {
      ...delivered(id),
      ...(callback_url === undefined ? {} : { callback_url }),
    }),
  )
