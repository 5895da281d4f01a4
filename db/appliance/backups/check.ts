// CHECK (OPS-115): everything inside opens, and is what it was when it was made. A difference marks
// the backup as damaged at once: it no longer counts for anything.

import { createHash } from 'node:crypto'
import { clock } from '../../core/clock.ts'
import { isRefusal } from '../../core/refusal.ts'
import { bytesOfObject, refuseMissing } from './attachments.ts'
import { parsed, readContainer, type Reading } from './container.ts'
import type { OnPart } from './image.ts'
import { checkSignature } from './deployment-key.ts'
import type { Root } from '../deployment/root.ts'
import { mark, marksOf, masterOf, type Repository } from './repository.ts'
import { damaged } from './sealed-stream.ts'
import type { Masters } from './slots.ts'
import type { AttachmentOf, BackupLevel, Manifest } from './words.ts'

export async function checkBackup(
  repository: Repository,
  name: string,
  masters: Masters,
  onPart: OnPart = () => undefined,
  root: Pick<Root, 'dir'> & Partial<Root> = nowhere,
  subset_pct = 100,
): Promise<Manifest> {
  return orDamaged(repository, name, async () => {
    const turn = await turnOf(repository, name, subset_pct)
    const files = ({ object }: AttachmentOf) => (turn.opens(object) ? 'open' : 'there')
    const manifest = await lookThrough(repository, name, masters, { files, onPart, root })
    if (turn.is_last) await raise(repository, name, 'CHECK', { checked_at: clock.instant() })
    await mark(repository, name, { turn: turn.next, turns: turn.turns })
    return manifest
  })
}

type Look = 'open' | 'there' | 'none'

interface Looking {
  /** What is looked for of the files beside it. */
  files: Look | ((one: AttachmentOf) => Look)
  onPart?: OnPart | undefined
  root?: Pick<Root, 'dir'> & Partial<Root>
}

/** Whether every part is what was put in. Notes nothing. */
export async function lookThrough(
  repository: Repository,
  name: string,
  masters: Masters,
  { files, onPart = () => undefined, root = nowhere }: Looking,
): Promise<Manifest> {
  const reading = await readContainer(repository, name)
  try {
    const master = masterOf(masters, reading.head.master)
    const manifest = await manifestIn(reading, master)
    const { signature, ...unsigned } = manifest
    checkSignature(root, manifest.deployment_id, signature, JSON.stringify(unsigned))
    await checkImage(reading, master, manifest, onPart)
    for (const section of ['configuration', 'secrets', 'identity'] as const) {
      await drain(reading.section(section, master))
    }
    if (manifest.native) await checkNative(reading, master, manifest.native)
    for (const [index, one] of manifest.attachments.entries()) {
      onPart('files', index, manifest.attachments.length)
      const look = typeof files === 'function' ? files(one) : files
      if (look === 'open') await drain(bytesOfObject(repository, one, master))
      else if (look === 'there') await refuseMissing(repository, one)
    }
    return manifest
  } finally {
    await reading.close()
  }
}

interface Turn {
  opens(object: string): boolean
  next: number
  turns: number
  /** Every object was opened since the round began. */
  is_last: boolean
}

/** OPS-115: which objects are opened this time, so that a round opens each of them once. */
async function turnOf(repository: Repository, name: string, subset_pct: number): Promise<Turn> {
  const turns = Math.ceil(100 / subset_pct)
  const marks = await marksOf(repository, name)
  // Parts of another size are other objects: the round begins anew.
  const at = marks.turns === turns ? (marks.turn ?? 0) % turns : 0
  return {
    opens: (object) => Number.parseInt(object.slice(0, 8), 16) % turns === at,
    next: (at + 1) % turns,
    turns,
    is_last: at === turns - 1,
  }
}

/** Where no house stands there is no key of its own to hold a signature against. */
const nowhere = { dir: '/nonexistent' }

/** What a proof finds wrong is kept with the backup; a wrong key says nothing of it. */
export async function orDamaged<T>(
  repository: Repository,
  name: string,
  proof: () => Promise<T>,
): Promise<T> {
  try {
    return await proof()
  } catch (error) {
    if (isRefusal(error) && error.code.startsWith('integrity.')) {
      await mark(repository, name, { damaged: error.message })
    }
    throw error
  }
}

const order: readonly BackupLevel[] = ['NONE', 'CHECK', 'RESTORE', 'BOOT']

/** The highest level passed stays. */
export async function raise(
  repository: Repository,
  name: string,
  level: BackupLevel,
  when: Record<string, string>,
): Promise<void> {
  await mark(repository, name, ({ level: was }) => ({
    level: order.indexOf(level) > order.indexOf(was) ? level : was,
    damaged: null,
    ...when,
  }))
}

export async function manifestIn(reading: Reading, master: Buffer): Promise<Manifest> {
  const text = await textOf(reading.section('manifest', master))
  const manifest = parsed<Manifest>(text, reading.head.name)
  const { head } = reading
  // The first line is not sealed: by it a backup is dated, chosen and let go.
  for (const what of ['id', 'at', 'schema', 'engine'] as const) {
    if (manifest[what] !== head[what]) throw damaged(`the first line of ${head.name}`)
  }
  // They become names of files.
  for (const { object, sha256 } of manifest.attachments) {
    if (!is_name.test(object) || !is_name.test(sha256)) throw damaged(head.name)
  }
  return manifest
}

const is_name = /^[0-9a-f]{64}$/

export async function textOf(parts: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all).toString('utf8')
}

async function checkImage(
  reading: Reading,
  master: Buffer,
  { database }: Manifest,
  onPart: OnPart,
): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of reading.section('database', master)) {
    hash.update(part)
    bytes += part.length
    onPart('reading back', bytes, database.bytes)
  }
  if (bytes !== database.bytes || hash.digest('hex') !== database.sha256) {
    throw damaged(`the database image of ${reading.head.name}`)
  }
}

async function checkNative(
  reading: Reading,
  master: Buffer,
  { sha256 }: NonNullable<Manifest['native']>,
): Promise<void> {
  const hash = createHash('sha256')
  for await (const part of reading.section('native', master)) hash.update(part)
  if (hash.digest('hex') !== sha256) throw damaged(`the server's own dump in ${reading.head.name}`)
}

async function drain(parts: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of parts);
}
