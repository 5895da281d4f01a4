// The whole database of a test as it stood, as often as it is wanted: what one route did is undone
// before the next is asked.

import { copyFileSync, rmSync } from 'node:fs'
import { forgetCallersNow } from '../../db/hospital/office/access/callers.ts'
import { forgetAll } from '../../db/hospital/office/hospitals/hospitals.ts'
import { closeDatabase, openDatabase } from '../../db/store/connection.ts'
import { forgetAllKept } from '../../db/store/kept.ts'
import { type Copied, onServer } from './database.ts'
import { forgetMessaging } from './messaging.ts'

export interface Snapshot {
  /** Everything is as it was when the snapshot was taken. */
  back(): Promise<void>
  remove(): Promise<void>
}

export async function snapshotOf({ address }: Copied): Promise<Snapshot> {
  const { file, url } = address
  const ways = file === undefined ? onPostgres(url ?? '') : onSqlite(file)
  await closed(address, ways.take)
  return { back: () => closed(address, ways.put), remove: ways.remove }
}

async function closed(address: Copied['address'], work: () => Promise<void>): Promise<void> {
  await closeDatabase()
  await work()
  await openDatabase(address)
  forgetAll()
  forgetAllKept()
  forgetCallersNow()
  forgetMessaging()
}

function onSqlite(file: string) {
  const kept = `${file}.snapshot`
  return {
    take: async () => copyFileSync(file, kept),
    put: async () => {
      for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true })
      copyFileSync(kept, file)
    },
    remove: async () => rmSync(kept, { force: true }),
  }
}

function onPostgres(url: string) {
  const name = new URL(url).pathname.slice(1)
  const kept = `${name}_snapshot`
  const copy = (from: string, to: string) =>
    onServer(async (client) => {
      await client.query(`drop database if exists ${to} with (force)`)
      // Copying files is three times as quick as copying by way of the log, where it can be chosen.
      const { rows } = await client.query('show server_version_num')
      const by = Number(rows[0]?.server_version_num) >= 150_000 ? 'strategy file_copy' : ''
      await client.query(`create database ${to} template ${from} ${by}`)
    })
  return {
    take: () => copy(name, kept),
    put: () => copy(kept, name),
    remove: () =>
      onServer(async (client) => client.query(`drop database if exists ${kept} with (force)`)),
  }
}
