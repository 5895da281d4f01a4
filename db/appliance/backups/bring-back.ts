// Files that a backup knows and this machine lacks; they are shared by every generation.

import { createWriteStream, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { adopt, arrivalPath, pathOf, sizeOf } from '../../store/files/store.ts'
import { Refusal } from '../../core/refusal.ts'
import { isSilence } from './answers.ts'
import { bytesOfObject } from './attachments.ts'
import type { Reading } from './container.ts'
import type { OnPart } from './image.ts'
import type { Repository } from './repository.ts'
import type { Manifest } from './words.ts'

/** Files that the backup knows and the disk lacks; what is here is shared by all generations. */
export async function bringBack(
  repository: Repository,
  reading: Reading,
  master: Buffer,
  { attachments }: Manifest,
  onPart: OnPart,
): Promise<{ back: number; missing: number }> {
  const result = { back: 0, missing: 0 }
  for (const [index, one] of attachments.entries()) {
    onPart('files', index, attachments.length)
    if ((await sizeOf(one.sha256)) !== undefined) continue
    try {
      await bringOne(repository, one, master)
      result.back += 1
    } catch (error) {
      if (!(error instanceof Refusal) || isSilence(error)) throw error
      result.missing += 1
    }
  }
  return result
}

async function bringOne(
  repository: Repository,
  one: Manifest['attachments'][number],
  master: Buffer,
): Promise<void> {
  const arriving = await arrivalPath()
  await mkdir(join(pathOf(one.sha256), '..'), { recursive: true, mode: 0o700 })
  try {
    // A disk that fails says so here, wherever the bytes are just then.
    await pipeline(
      bytesOfObject(repository, one, master),
      createWriteStream(arriving, { mode: 0o600 }),
    )
    await adopt(arriving, one.sha256)
  } finally {
    rmSync(arriving, { force: true })
  }
}
