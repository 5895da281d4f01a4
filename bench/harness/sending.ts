// A house that sends, in this process: a firm with money, and an operator in a process of its own that
// answers every submit and sends its receipt at once.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildApp } from '../../daemon/edge/app.ts'
import { messaging_doors } from '../../daemon/messaging/areas.ts'
import { setFileStore } from '../../db/store/files/store.ts'
import { closeDatabase, openDatabase, row, within } from '../../db/store/connection.ts'
import { bringAreas } from '../../db/hospital/start.ts'
import { ownerCaller } from '../../db/messaging/caller.ts'
import { accept } from '../../db/messaging/messages/send.ts'
import { change } from '../../db/messaging/settings/settings.ts'
import { setAppKey } from '../../db/appliance/secrets/seal.ts'
import { sql } from '../../db/store/sql.ts'
import { type Copied, copiedDatabase } from '../../test/support/database.ts'
import { phones, smppRoute } from '../../test/support/messaging/drains.ts'
import { type Firm, firm, forgetMessaging } from '../../test/support/messaging/messaging.ts'

export const text = 'Habari, miadi yako ni kesho saa nne asubuhi.'

export interface House {
  database: Copied
  app: Awaited<ReturnType<typeof buildApp>>
  sender: Firm
  fill(count: number, from?: number): Promise<void>
  /** By the counts of the day, not by the rows: asking must cost nothing beside what is measured. */
  delivered(): Promise<number>
  close(): Promise<void>
}

export async function openHouse(): Promise<House> {
  setAppKey(Buffer.alloc(32, 7))
  bringAreas()
  const database = await copiedDatabase()
  setFileStore(database.folder)
  await openDatabase(database.address)
  const app = await buildApp({ hospital: [], messaging: messaging_doors })
  await within(() =>
    change(
      {
        rate_limit_per_minute: 100_000,
        queue_max_per_account: 100_000_000,
        queue_max_total: 1_000_000_000,
      },
      'bench',
    ),
  )
  const sender = await firm(app)
  await sender.topUp(1_000_000_000)
  await sender.sender()
  forgetMessaging()
  return {
    database,
    app,
    sender,
    async fill(count, from = 0) {
      for (let at = 0; at < count; at += 1000)
        await within(() =>
          accept(ownerCaller(sender.live), {
            recipients: phones(Math.min(1000, count - at), from + at),
            senderId: 'KLINIKI',
            message: text,
          }),
        )
    },
    async delivered() {
      const found = await row<{ n: number }>(
        sql`select coalesce(sum(delivered), 0) as n from msg_usage`,
      )
      return Number(found?.n)
    },
    async close() {
      await app.close()
      await closeDatabase()
      await database.remove()
    },
  }
}

/** All operators are reached over it. Answers what ends it. */
export async function openSink(options: { window: number; binds: number }): Promise<() => void> {
  const sink = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, 'smsc.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => sink.kill())
  const port = await new Promise<number>((resolve) => {
    sink.stdout.once('data', (said: Buffer) => resolve(Number(said.toString().trim())))
  })
  await linkTo(port, options)
  return () => void sink.kill()
}

export const linkTo = (port: number, options: { window: number; binds: number }) =>
  smppRoute({
    port,
    options: { windowSize: options.window, binds: options.binds, responseTimeoutSeconds: 60 },
    throughput: 1_000_000,
  })

export const log = {
  info: () => undefined,
  error: (facts: object, message: string) => console.error(message, facts),
}

/** Processor seconds and the like, for each thousand of what was done. */
export const perThousand = (figure: number, of: number): number =>
  Number(((figure / of) * 1000).toFixed(2))

export const cpuSeconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}

/** Of this thread alone: what it cannot do for anybody else meanwhile. */
export const threadSeconds = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1e6
}
