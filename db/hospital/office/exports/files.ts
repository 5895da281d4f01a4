// Where finished exports lie: a folder that nobody else reads, one file each, for seven days.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { clock } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { unavailable } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { exports } from './tables.ts'

let folder: string | null = null

export function setExportFolder(path: string): void {
  folder = path
}

const place = (id: string, ending = ''): string => {
  if (folder === null) throw unavailable('There is no place for files on this server.')
  return join(folder, `${id}${ending}`)
}

export interface Written {
  size: number
  sha256: string
}

/** A file that is there whole or not at all: written beside its place, then put there. */
export async function write(
  id: string,
  work: (put: (bytes: Buffer) => Promise<void>) => Promise<void>,
): Promise<Written> {
  const path = place(id)
  await mkdir(folder as string, { recursive: true, mode: 0o700 })
  const part = place(id, '.part')
  const hash = createHash('sha256')
  let size = 0
  let handle: FileHandle | undefined
  try {
    handle = await open(part, 'w', 0o600)
    const to = handle
    await work(async (bytes) => {
      hash.update(bytes)
      size += bytes.length
      await to.writeFile(bytes)
    })
    await to.sync()
    await to.close()
    handle = undefined
    await rename(part, path)
  } catch (error) {
    await handle?.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

export const read = (id: string): Readable => createReadStream(place(id))

export const erase = (id: string): Promise<void> => rm(place(id), { force: true })

/** PLT: after seven days the file goes and its row stays. Answers how many went. */
export async function eraseExpired(now: string = clock.instant()): Promise<number> {
  const gone = await rows<{ id: string; hospital_id: string }>(
    sql`select id, hospital_id from exports where erased_at is null and expires_at <= ${now} order by expires_at limit 200`,
  )
  for (const { id } of gone) await erase(id)
  if (gone.length === 0) return 0
  return within(
    () => exports.changeAnywhere({ id: gone.map(({ id }) => id) }, { erased_at: clock.instant() }),
    'jobs',
  )
}
