// Bringing a newer version in (OPS-169), so that whenever it is cut off the house starts as the old or
// as the new one. The order says why: going forward the link is turned before the generation, going
// back the generation before the link. So the old program never meets data of the new schema.

import { setTimeout as wait } from 'node:timers/promises'
import { clock } from '../clock.ts'
import { spaceAt } from '../deployment/filesystem.ts'
import type { Document } from '../deployment/line.ts'
import { conflict, Refusal } from '../refusal.ts'
import { compareVersions, type Release } from './archive.ts'
import { type Copied, copyForUpdate, liveBytes, settle, turnTo } from './copy.ts'
import { note, type Update } from './history.ts'
import {
  freshFolder,
  type Installed,
  keepVersion,
  presentVersion,
  programOf,
  switchTo,
  tidyVersions,
} from './installed.ts'
import { ask, asOwner, saidVersion, service, unpack } from './steps.ts'

export interface Applying {
  installed: Installed
  release: Release
  config_file: string
  data_dir: string
  is_set_up: boolean
  health_timeout_s: number
  keep_versions: number
  by: string
  onStep: (step: string) => void
}

const release_copies = 2.2

export async function applyUpdate(asked: Applying): Promise<Update> {
  const { installed, release, onStep } = asked
  const began = performance.now()
  const from = presentVersion(installed)
  refuseOlder(from, release.version)
  refuseNarrow(asked)
  const update: Update = {
    from,
    to: release.version,
    at: clock.instant(),
    by: asked.by,
    signature: release.signed_by,
    backup: null,
    migrations: [],
    generation: null,
    parent: null,
    health: [],
    outcome: 'REFUSED',
    reason: null,
    took_ms: 0,
  }
  try {
    onStep('unpack')
    await bring(asked)
    if (asked.is_set_up) {
      onStep('backup')
      update.backup = await backedUp(asked, from)
      onStep('rehearsal')
      update.migrations = await rehearsed(asked)
    }
  } catch (error) {
    update.reason = (error as Error).message
    throw error
  } finally {
    if (update.reason !== null) end(asked, update, began)
  }
  await turned(asked, update)
  end(asked, update, began)
  return update
}

/** From here on the house is closed; whatever fails brings the version and the data before back. */
async function turned(asked: Applying, update: Update): Promise<void> {
  const { installed, onStep, data_dir } = asked
  let copied: Copied | null = null
  onStep('stop')
  await stopped(asked)
  try {
    onStep('copy')
    copied = await asOwner(data_dir, () => copyForUpdate(data_dir, asked.by))
    update.generation = copied?.generation ?? null
    update.parent = copied?.parent ?? null
    onStep('switch')
    switchTo(installed, update.to)
    await turn(copied, copied?.generation)
    onStep('start')
    await service(installed, 'start')
    onStep('health')
    update.health = await healthy(asked, update.to)
    const ill = update.health.find(({ ok }) => !ok)
    if (ill !== undefined) throw new Error(`${ill.check} did not hold`)
    await settled(copied, true)
    update.outcome = 'DONE'
  } catch (error) {
    update.reason = (error as Error).message
    update.outcome = 'ROLLED_BACK'
    onStep('roll back')
    await stopped(asked)
    await turn(copied, copied?.parent)
    switchTo(installed, update.from)
    await settled(copied, false)
    await service(installed, 'start')
    await healthy(asked, update.from)
  }
}

function refuseOlder(from: string, to: string): void {
  const step = compareVersions(to, from)
  if (step < 0) {
    throw new Refusal(
      409,
      'version.older',
      `${to} is older than ${from}. To go back: kituo update rollback`,
    )
  }
  if (step === 0) throw conflict(`${to} is in use already.`, 'exists.same')
}

/** The program unpacked beside the archive, and a copy of the database with its migrations. */
function refuseNarrow({ release, installed, data_dir }: Applying): void {
  const wanted = Math.ceil(release.bytes * 4)
  const copies = Math.ceil(liveBytes(data_dir) * release_copies)
  for (const [place, bytes] of [
    [installed.prefix, wanted],
    [data_dir, copies],
  ] as const) {
    const { free } = spaceAt(place)
    if (free >= bytes) continue
    const mb = (n: number): number => Math.ceil(n / 1024 ** 2)
    throw new Refusal(
      503,
      'resources.disk',
      `${place} has ${mb(free)} MB free, and the update needs ${mb(bytes)} MB.`,
    )
  }
}

async function bring({ installed, release }: Applying): Promise<void> {
  const folder = freshFolder(installed, release.version)
  await unpack(release.file, folder)
  const said = await saidVersion(`${folder}/kituo`)
  if (said !== release.version) {
    throw new Refusal(
      409,
      'integrity.release',
      `the program in ${release.file} calls itself ${said ?? 'nothing'}.`,
    )
  }
  keepVersion(installed, release.version)
}

async function backedUp(asked: Applying, from: string): Promise<string> {
  const made = await askIn(
    asked,
    from,
    'backup',
    'create',
    '--tag',
    'before-update',
    '--verify',
    'restore',
  )
  if (!made.success) {
    throw new Refusal(503, 'update.backup', `the backup before the update: ${made.message}`)
  }
  return (made.data as { name: string }).name
}

async function rehearsed(asked: Applying): Promise<string[]> {
  const tried = await askIn(asked, asked.release.version, 'update', 'rehearse')
  if (!tried.success) {
    throw new Refusal(409, 'update.rehearsal', `the rehearsal on a copy: ${tried.message}`)
  }
  return (tried.data as { applied: string[] } | null)?.applied ?? []
}

const askIn = (asked: Applying, version: string, ...words: string[]): Promise<Document> =>
  ask({ ...asked, program: programOf(asked.installed, version) }, ...words)

/** Waits until nobody answers: a service may say that it stopped before its program has ended. */
export async function stopped(asked: Applying): Promise<void> {
  await service(asked.installed, 'stop').catch(() => undefined)
  const until = clock.ms() + asked.health_timeout_s * 1000
  while (clock.ms() < until) {
    const { error } = await askIn(asked, presentVersion(asked.installed), 'status')
    if (error?.code === 'daemon.silent' || error?.code === 'deployment.empty') return
    await wait(200)
  }
  throw new Error('the house did not stop')
}

/** READY by the version that is wanted, within the time that was given. */
export async function healthy(asked: Applying, version: string): Promise<Update['health']> {
  if (asked.installed.service === null || !asked.is_set_up) return []
  const until = clock.ms() + asked.health_timeout_s * 1000
  let state = 'silent'
  while (clock.ms() < until && state !== 'READY') {
    const found = await askIn(asked, version, 'status').catch(() => null)
    const daemon = (found?.data as { daemon?: { state: string; version: string } } | null)?.daemon
    state = daemon?.version === version ? daemon.state : 'silent'
    if (state !== 'READY') await wait(300)
  }
  const checks = [{ check: 'READY', ok: state === 'READY' }]
  if (state !== 'READY') return checks
  const whole = await askIn(asked, version, 'database', 'check').catch(() => null)
  checks.push({ check: 'the database is whole', ok: whole?.success === true })
  const audit = await askIn(asked, version, 'audit', 'verify').catch(() => null)
  checks.push({ check: 'the audit log is sound', ok: audit?.success === true })
  return checks
}

const turn = async (copied: Copied | null, number: number | undefined): Promise<void> => {
  if (copied !== null && number !== undefined) {
    await asOwner(copied.root.dir, async () => turnTo(copied, number))
  }
}

const settled = async (copied: Copied | null, kept: boolean): Promise<void> => {
  if (copied !== null) await asOwner(copied.root.dir, async () => settle(copied, kept))
}

function end(asked: Applying, update: Update, began: number): void {
  update.took_ms = Math.round(performance.now() - began)
  note(asked.installed.config_dir, update)
  if (update.outcome === 'DONE') tidyVersions(asked.installed, asked.keep_versions)
}
