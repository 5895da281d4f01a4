// Where uploaded files wait for their check and commit: a folder that nobody else reads.

import { createReadStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unavailable } from '../../../core/refusal.ts'
import { textOf } from '../../../core/csv.ts'

let folder: string | null = null

export function setImportFolder(path: string): void {
  folder = path
}

function place(id: string): string {
  if (folder === null) throw unavailable('There is no place for files on this server.')
  return join(folder, `${id}.csv`)
}

export async function keep(id: string, bytes: Buffer): Promise<void> {
  const path = place(id)
  await mkdir(folder as string, { recursive: true, mode: 0o700 })
  await writeFile(path, bytes, { mode: 0o600, flush: true })
}

export const read = (id: string): AsyncIterable<string> =>
  textOf(createReadStream(place(id)) as AsyncIterable<Buffer>)

export const erase = (id: string): Promise<void> => rm(place(id), { force: true })
