// Making a backup (OPS-105…109): database first, then the files it names, then the paper that says
// what is inside; listed only once everything was read back and found equal.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platform_id } from '../../core/caller.ts'
import { clock } from '../../core/clock.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { databaseFile } from '../deployment/generation.ts'
import { schemaNumber } from '../deployment/schema.ts'
import { newId } from '../../core/ids.ts'
import { inTmp } from '../house/tmp.ts'
import { Refusal } from '../../core/refusal.ts'
import { secretsFile } from '../secrets/secrets.ts'
import { version } from '../../core/version.ts'
import { filesFolder } from '../../store/files/place.ts'
import { carryAttachments } from './attachments.ts'
import { checkBackup } from './check.ts'
import { writeContainer } from './container.ts'
import { signWith } from './deployment-key.ts'
import { identityOf } from './identity.ts'
import { type Image, type OnPart, withPostgresImage, withSqliteImage } from './image.ts'
import { expectedBytes } from './room.ts'
import { unlockOrMake } from './keys.ts'
import { type Backup, backupNamed } from './list.ts'
import { dumpOf, refuseNative } from './native.ts'
import { asideOf, dropAt, settle } from './in-place.ts'
import {
  backupFile,
  findRepository,
  mark,
  masterOf,
  newName,
  type Repository,
  roomIn,
} from './repository.ts'
import { withLock } from './repository-lock.ts'
import type { BackupHead, Manifest } from './words.ts'

export interface Making {
  tag: string
  by: string
  reason?: string | null | undefined
  repository?: string | undefined
  attachments?: boolean | undefined
  /** The program that makes PostgreSQL's own dump (OPS-108). */
  native?: string | undefined
  wait_ms?: number | undefined
  onWait?: ((holder: string) => void) | undefined
  onPart?: OnPart
  signal?: AbortSignal | undefined
}

export async function createBackup(deployment: Deployment, making: Making): Promise<Backup> {
  const repository = await repositoryOf(deployment, making.repository, true)
  const needed = await expectedBytes(deployment)
  const free = await roomIn(repository)
  if (free < needed) {
    throw new Refusal(
      503,
      'resources.disk',
      `${repository.dir} has ${megabytes(free)} free; this backup may need ${megabytes(needed)}.`,
    )
  }
  if (making.native !== undefined) refuseNative(deployment, making.native)
  const work = (): Promise<Backup> => make(deployment, repository, making)
  return withLock(repository, 'kituo backup create', work, making)
}

async function make(
  deployment: Deployment,
  repository: Repository,
  making: Making,
): Promise<Backup> {
  const began = performance.now()
  const masters = await unlockOrMake(repository, deployment.secrets, making.by)
  const master = masterOf(masters, repository.master)
  const head = await headFor(deployment, repository, making)
  const file = backupFile(repository, head.name)
  const aside = asideOf(file)
  try {
    const carried = await withImage(
      deployment,
      making.onPart ?? (() => undefined),
      async (image) => {
        const writing = await writeContainer(repository, aside, head)
        try {
          await writing.section('database', stoppable(image.bytes(), making.signal), master)
          const files =
            making.attachments === false
              ? { objects: [], missing: [], added_bytes: 0 }
              : await carryAttachments(filesFolder(), repository, master, making)
          await writing.section('configuration', bytesOf(deployment.configuration.file), master)
          await writing.section('secrets', bytesOf(secretsFile(deployment.configuration)), master)
          await writing.section('identity', identityOf(deployment.root), master)
          const native =
            making.native === undefined ? null : dumpOf(deployment, making.native, making.signal)
          if (native !== null) await writing.section('native', native.bytes(), master)
          const facts = await image.facts()
          const unsigned: Manifest = {
            format: 1,
            id: head.id,
            at: head.at,
            app: version,
            schema: head.schema,
            engine: head.engine,
            deployment_id: deployment.root.deployment_id,
            generation: deployment.generation,
            engine_version: facts.engine_version,
            migrations: facts.migrations,
            hospitals: facts.hospitals,
            database: { sha256: facts.sha256, bytes: facts.bytes },
            tables: facts.tables,
            audit: facts.audit,
            ...(native === null ? {} : { native: native.facts() }),
            attachments: files.objects,
            attachments_missing: files.missing,
            tools: { node: process.version },
          }
          const manifest: Manifest = {
            ...unsigned,
            signature: signWith(
              deployment.root,
              deployment.secrets.ca_key,
              JSON.stringify(unsigned),
            ),
          }
          await writing.section('manifest', only(Buffer.from(JSON.stringify(manifest))), master)
          const bytes = await writing.finish()
          return { manifest, added_bytes: files.added_bytes + bytes }
        } catch (error) {
          await writing.abandon()
          throw error
        }
      },
    )
    await settle(repository.dir, aside, file)
    const { attachments, attachments_missing, database } = carried.manifest
    await mark(repository, head.name, {
      took_ms: Math.round(performance.now() - began),
      added_bytes: carried.added_bytes,
      database_bytes: database.bytes,
      attachments: {
        count: attachments.length,
        bytes: attachments.reduce((sum, { bytes }) => sum + bytes, 0),
        missing: attachments_missing.length,
      },
    })
  } finally {
    await dropAt(repository.dir, aside)
  }
  await checkBackup(repository, head.name, masters, making.onPart, deployment.root)
  return backupNamed(repository, head.name)
}

async function headFor(
  { engine, configuration }: Deployment,
  repository: Repository,
  { tag, by, reason = null }: Making,
): Promise<BackupHead> {
  const at = clock.instant()
  const migrations = await engine.read('select max(name) as name from migrations', [])
  const hospitals = await engine.read('select id, code, name from hospitals order by code', [])
  return {
    format: 1,
    id: newId(),
    name: await newName(repository, at, tag),
    tag,
    at,
    app_version: version,
    schema: schemaNumber(String(migrations[0]?.['name'])),
    engine: configuration.get('database.engine'),
    hospitals: hospitals
      .filter(({ id }) => id !== platform_id)
      .map(({ code, name }) => ({ code: String(code), name: String(name) })),
    by,
    reason,
    master: repository.master,
  }
}

export const repositoryOf = async (
  deployment: Pick<Deployment, 'configuration'>,
  name: string | undefined,
  to_write = false,
): Promise<Repository> => findRepository(placeOf(deployment, name), to_write)

function placeOf({ configuration }: Pick<Deployment, 'configuration'>, name: string | undefined) {
  const places = configuration.get('backup.repositories')
  const place = name === undefined ? places[0] : places.find((one) => one.name === name)
  if (place === undefined) {
    const known = places.map((one) => one.name).join(', ')
    throw new Refusal(404, 'not_found', `there is no backup repository ${name}. Known: ${known}.`)
  }
  return place
}

function withImage<T>(
  { engine, root, generation }: Deployment,
  onPart: OnPart,
  work: (image: Image) => Promise<T>,
): Promise<T> {
  if (engine.dialect === 'postgres') return withPostgresImage(engine, onPart, work)
  return inTmp(root, 'image', (tmp) =>
    withSqliteImage(databaseFile(root, generation), join(tmp, 'kituo.db'), onPart, work),
  )
}

async function* stoppable(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const part of source) {
    signal?.throwIfAborted()
    yield part
  }
}

/** A configuration that was never written is carried as an empty one. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
