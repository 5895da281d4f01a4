// Bringing a newer version in (OPS-169), so that whenever it is cut off the house starts as the old or
// as the new one. The order says why: going forward the link is turned before the generation, going
// back the generation before the link. So the old program never meets data of the new schema.

import { clock } from '../../core/clock.ts'
import { holderHere } from '../house/holder.ts'
import { spaceAt } from '../deployment/filesystem.ts'
import { refuseSecond } from '../deployment/journal.ts'
import { conflict, Refusal } from '../../core/refusal.ts'
import { compareVersions, type Release } from './archive.ts'
import { type Copied, copyForUpdate, liveBytes, settle, turnTo } from './copy.ts'
import { askIn, begun, ended, healthy, noteLeft, stopped, unwell } from './doors.ts'
import { note, type Update } from './history.ts'
import {
  freshFolder,
  type Installed,
  keepVersion,
  presentVersion,
  switchTo,
  tidyVersions,
} from './installed.ts'
import { asOwner, saidVersion, service, unpack } from './steps.ts'
import { turnUnit, unitFor, type UnitTurn, type Warn } from './unit.ts'

export interface Applying {
  installed: Installed
  release: Release
  config_file: string
  data_dir: string
  is_set_up: boolean
  health_timeout_s: number
  keep_versions: number
  by: string
  /** Of the person who asked for it, for the program in use to judge (OPS-58). */
  token: string | null
  /** Another daemon of the same database has brought the data forward (OPS-172). */
  binary_only?: boolean
  onStep: (step: string) => void
  warn: Warn
}

const release_copies = 2.2

export async function applyUpdate(asked: Applying): Promise<Update> {
  const { installed, release, onStep } = asked
  const began = performance.now()
  const from = presentVersion(installed)
  refuseOlder(from, release.version)
  if (asked.is_set_up) refuseSecond({ dir: asked.data_dir })
  refuseNarrow(asked)
  await refuseUnwell(asked, from)
  asked.by = await begun(asked, from, release.version)
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
  let unit: UnitTurn | null = null
  try {
    onStep('unpack')
    await bring(asked)
    unit = await unitFor(installed, [from, release.version], asked.warn)
    if (asked.binary_only === true) await refuseSchemaBehind(asked, from)
    else if (asked.is_set_up) {
      onStep('backup')
      update.backup = await backedUp(asked, from)
      onStep('rehearsal')
      update.migrations = await rehearsed(asked)
    }
  } catch (error) {
    update.reason = (error as Error).message
    throw error
  } finally {
    if (update.reason !== null) await end(asked, update, began)
  }
  try {
    await turned(asked, update, unit)
  } finally {
    await end(asked, update, began)
  }
  return update
}

/** From here on the house is closed; whatever fails brings the version and the data before back. */
async function turned(asked: Applying, update: Update, unit: UnitTurn | null): Promise<void> {
  const { installed, onStep, data_dir } = asked
  let copied: Copied | null = null
  let reached: 'nothing' | 'stop' | 'switch' = 'nothing'
  try {
    onStep('stop')
    await closed(asked, update)
    reached = 'stop'
    await stopped(asked)
    onStep('copy')
    if (asked.binary_only !== true) {
      copied = await asOwner(data_dir, () => copyForUpdate(data_dir, asked.by))
    }
    update.generation = copied?.generation ?? null
    update.parent = copied?.parent ?? null
    onStep('switch')
    reached = 'switch'
    switchTo(installed, update.to)
    await turnUnit(installed, unit?.after)
    await turn(copied, copied?.generation)
    onStep('start')
    await service(installed, 'start')
    onStep('health')
    update.health = await healthy(asked, update.to)
    const ill = unwell(update.health)
    if (ill !== null) throw new Error(ill)
    await settled(copied, true)
    update.outcome = 'DONE'
  } catch (error) {
    update.reason = (error as Error).message
    if (reached === 'switch') await rolledBack(asked, update, copied, unit)
    else await leftAsItWas(asked, update, copied, reached === 'stop')
  }
}

async function rolledBack(
  asked: Applying,
  update: Update,
  copied: Copied | null,
  unit: UnitTurn | null,
): Promise<void> {
  const { installed, onStep } = asked
  update.outcome = 'ROLLED_BACK'
  onStep('roll back')
  await stopped(asked)
  await turn(copied, copied?.parent)
  // A unit that cannot be put back keeps nobody without the program of before.
  await turnUnit(installed, unit?.before).catch((error: unknown) => {
    update.reason = `${update.reason}; the unit of before was not put back (${(error as Error).message})`
  })
  switchTo(installed, update.from)
  await settled(copied, false)
  if (copied !== null) await noteLeft(asked, update.from, copied.at)
  await startedAgain(asked, update)
}

/** It was refused, or the house did not stop: the program and the data in use were never left. */
async function leftAsItWas(
  asked: Applying,
  update: Update,
  copied: Copied | null,
  was_stopped: boolean,
): Promise<void> {
  await settled(copied, false)
  if (!was_stopped) return
  asked.onStep('start')
  await startedAgain(asked, update)
}

/** Where it does not come up either, whoever reads the reason has to look. */
async function startedAgain(asked: Applying, update: Update): Promise<void> {
  const why = await service(asked.installed, 'start')
    .then(async () => unwell(await healthy(asked, update.from)))
    .catch((error: unknown) => (error as Error).message)
  if (why === null) return
  const look = asked.installed.service === 'systemd' ? ': journalctl -u kituo' : ''
  update.reason = `${update.reason}; ${update.from} is not well either (${why})${look}`
}

/** The others of the same database go on serving while one changes its program alone. */
async function closed(asked: Applying, { from, to }: Update): Promise<void> {
  if (asked.binary_only !== true) await begun(asked, from, to, { holder: holderHere() })
}

/** A finding about updates that is BAD is mended first (OPS-169). */
async function refuseUnwell(asked: Applying, from: string): Promise<void> {
  if (!asked.is_set_up) return
  const found = await askIn(asked, from, 'doctor', '--category', 'update')
  const { findings = [] } = (found.data ?? {}) as {
    findings?: { state: string; message: string }[]
  }
  const bad = findings.find(({ state }) => state === 'BAD')
  if (bad !== undefined) throw conflict(`The doctor says: ${bad.message}.`, 'check.failed')
}

/** The data are at what the new program knows already; it would migrate them beside the others. */
async function refuseSchemaBehind(asked: Applying, from: string): Promise<void> {
  const { release } = asked
  const told = async (version: string, ...words: string[]): Promise<Record<string, unknown>> =>
    ((await askIn(asked, version, ...words)).data ?? {}) as Record<string, unknown>
  const { engine, schema } = await told(from, 'database', 'info')
  if (engine !== 'postgres') {
    throw conflict(
      'Only where several daemons share a PostgreSQL is the program brought in alone.',
      'rule.refused',
    )
  }
  const { latest_schema } = await told(release.version, 'version')
  if (schema === latest_schema) return
  throw new Refusal(
    409,
    'version.schema',
    `The database is at schema ${String(schema)}, and ${release.version} wants ${String(latest_schema)}: first kituo update apply without --binary-only, on one machine.`,
  )
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

const turn = async (copied: Copied | null, number: number | undefined): Promise<void> => {
  if (copied !== null && number !== undefined) {
    await asOwner(copied.root.dir, async () => turnTo(copied, number))
  }
}

const settled = async (copied: Copied | null, kept: boolean): Promise<void> => {
  if (copied !== null) await asOwner(copied.root.dir, async () => settle(copied, kept))
}

async function end(asked: Applying, update: Update, began: number): Promise<void> {
  update.took_ms = Math.round(performance.now() - began)
  note(asked.installed.config_dir, update)
  await ended(asked, update)
  if (update.outcome === 'DONE') tidyVersions(asked.installed, asked.keep_versions)
}
