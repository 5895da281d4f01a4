// Putting a backup back (operations 4.11): a new generation is filled and proved beside the live one,
// a last backup is made of what is, and one renaming makes the new one live. Before that instant
// nothing of the live data is touched; after it the old generation still stands.

import { system } from '../../core/caller.ts'
import { onDatabase, row, rows, within } from '../../store/connection.ts'
import { targetAt } from '../deployment/aside.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { nextGeneration } from '../deployment/generation.ts'
import { beginGeneration, closeJournal, reach, refuseSecond } from '../deployment/journal.ts'
import { known_schema } from '../deployment/schema.ts'
import { makeOnServer } from '../deployment/server.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { admit, lookAtFiles } from '../../store/files/place.ts'
import { record } from '../../hospital/office/audit/record.ts'
import { audit_heads } from '../../hospital/office/audit/tables.ts'
import { migrate } from '../../store/migrate.ts'
import { knowKeys } from '../house/fits.ts'
import { inTmp } from '../house/tmp.ts'
import { settleHere } from '../house/machines.ts'
import { settleReturning } from '../house/settled.ts'
import { fitForks } from '../house/went-back.ts'
import { Refusal } from '../../core/refusal.ts'
import { writeWhole } from '../../core/disk.ts'
import { secretsFile } from '../secrets/secrets.ts'
import { sql } from '../../store/sql.ts'
import { theDeployment } from '../timetable/terms.ts'
import { version } from '../../core/version.ts'
import { manifestIn, textOf } from './check.ts'
import { readContainer } from './container.ts'
import { bringBack } from './bring-back.ts'
import { createBackup } from './create.ts'
import { replaceIdentity } from './identity.ts'
import type { OnPart } from './image.ts'
import { type Lost, lossSince } from './loss.ts'
import { dropGeneration, flip, turnBack } from './restore-turn.ts'
import { whileRead } from './reading-marks.ts'
import { masterOf, roomIn, type Repository } from './repository.ts'
import type { Masters } from './slots.ts'
import { openTarget, stage, type Target } from './stage.ts'
import { type Proof, prove } from './verify.ts'
import type { Manifest } from './words.ts'

export interface Restoring {
  repository: Repository
  name: string
  masters: Masters
  by: string
  reason: string
  /** Only when the live data cannot be read. */
  without_safety?: boolean | undefined
  /** The keys of a lost machine come too. */
  keeps_keys?: boolean | undefined
  /** From here on the house stands aside; where none runs there is nothing to wait for. */
  alone?: (() => Promise<void>) | undefined
  /** People went on working after it was counted, and what is lost is more than was said before. */
  onLoss?: ((manifest: Manifest) => Promise<void>) | undefined
  onPart?: OnPart
  /** Tests end the process at a phase. */
  onPhase?: (phase: string) => void
}

export interface Restored {
  generation: number
  checks: Proof[]
  loss: Lost[]
  safety_backup: string | null
  done: Record<string, number>
  attachments: { back: number; missing: number }
  offline_ms: number
}

export interface RestorePlan {
  manifest: Manifest
  loss: Lost[]
  generation: number
  needs_bytes: number
  free_bytes: number
}

/** Looks and writes nothing (OPS-123). */
export async function planRestore(
  { root }: Pick<Deployment, 'root'>,
  { repository, name, masters }: Pick<Restoring, 'repository' | 'name' | 'masters'>,
): Promise<RestorePlan> {
  const reading = await readContainer(repository, name)
  try {
    const manifest = await manifestIn(reading, masterOf(masters, reading.head.master))
    refuseNewer(manifest)
    return {
      manifest,
      loss: await lossSince(manifest),
      generation: nextGeneration(root),
      needs_bytes: manifest.database.bytes,
      free_bytes: await roomIn({ ...repository, dir: root.dir }),
    }
  } finally {
    await reading.close()
  }
}

export function refuseNewer({ schema, app }: Manifest): void {
  if (schema <= known_schema) return
  throw new Refusal(
    409,
    'version.schema_newer',
    `this backup is of schema ${schema}; Kituo ${version} knows ${known_schema}. Install ${app} or newer first.`,
  )
}

export const restoreBackup = (deployment: Deployment, restoring: Restoring): Promise<Restored> =>
  whileRead(restoring.repository, restoring.name, () => putBack(deployment, restoring))

async function putBack(deployment: Deployment, restoring: Restoring): Promise<Restored> {
  const { root, generation: parent } = deployment
  const { repository, name, masters, by } = restoring
  const onPart = restoring.onPart ?? (() => undefined)
  const onPhase = restoring.onPhase ?? (() => undefined)
  const alone = restoring.alone ?? (() => Promise.resolve())
  refuseSecond(root)
  const heads = await chainHeads()
  const plan = await planRestore(deployment, restoring)
  if (plan.free_bytes < plan.needs_bytes * 1.2) {
    throw new Refusal(
      503,
      'resources.disk',
      `${root.dir} has ${plan.free_bytes} bytes free; the restore needs ${plan.needs_bytes}.`,
    )
  }
  let journal = beginGeneration(root, { kind: 'restore', by, parent, phase: 'OPENED' })
  const number = journal.generation
  const step = (phase: string): void => {
    journal = reach(root, journal, phase)
    onPhase(phase)
  }
  let is_turning = false
  const reading = await readContainer(repository, name)
  try {
    const master = masterOf(masters, reading.head.master)
    const target = await targetOf(deployment, number)
    await inTmp(root, 'restore', async (tmp) => {
      await stage(target, { reading, master, manifest: plan.manifest, tmp, onPart })
      step('STAGED')
    })
    const checks = await onTarget(target, async (engine) => {
      const proved = await prove(engine, plan.manifest, onPart)
      await onDatabase(engine, () => migrate())
      return proved
    })
    step('VERIFIED')
    const attachments = await bringBack(repository, reading, master, plan.manifest, onPart)
    const safety =
      restoring.without_safety === true
        ? null
        : await createBackup(deployment, {
            tag: 'before-restore',
            by,
            reason: restoring.reason,
            onPart,
          })
    step('SAFE')
    const began = performance.now()
    await alone()
    step('MAINTENANCE')
    const loss = await lostUntilNow(plan, heads, restoring)
    // What people changed until now counts: no number is given twice, no right comes back.
    const done = await onTarget(target, async (engine) => {
      const row = await onDatabase(engine, theDeployment)
      if (await lookAtFiles()) admit(row.store ?? row.id)
      return settleAreas(engine, deployment, plan.manifest, restoring)
    })
    is_turning = true
    await flip(deployment, number)
    step('FLIPPED')
    await deployment.turnTo(number)
    await row(sql`select count(*) as n from hospitals`)
    await fitForks(deployment)
    is_turning = false
    closeJournal(root, journal)
    onPhase('DONE')
    return {
      generation: number,
      checks,
      loss,
      safety_backup: safety?.name ?? null,
      done,
      attachments,
      offline_ms: Math.round(performance.now() - began),
    }
  } catch (error) {
    // The journal may lag behind the pointer, and what is live is never dropped.
    if (is_turning) await turnBack(deployment, parent)
    if (is_turning || journal.phase !== 'FLIPPED') {
      // What did not go is settled by the next start.
      if (await dropGeneration(deployment, number)) closeJournal(root, journal)
    }
    throw error
  } finally {
    await reading.close()
  }
}

/**
 * On a new machine the secrets and the authorities come along too; without them nothing that is sealed
 * could be read. What this machine made for itself goes.
 */
export async function becomeTheLost(
  { root, configuration }: Deployment,
  { repository, name, masters }: Pick<Restoring, 'repository' | 'name' | 'masters'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const reading = await readContainer(repository, name)
  try {
    const master = masterOf(masters, reading.head.master)
    const identity = await textOf(reading.section('identity', master))
    const secrets = await textOf(reading.section('secrets', master))
    if (secrets !== '') writeWhole(secretsFile(configuration, env), secrets)
    if (identity !== '') replaceIdentity(root, identity)
  } finally {
    await reading.close()
  }
}

async function onTarget<T>(target: Target, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openTarget(target)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

async function targetOf(deployment: Deployment, number: number): Promise<Target> {
  const target = targetAt(deployment, number)
  if (target.engine === 'postgres') {
    await makeOnServer(target.url, number, deployment.root.deployment_id)
  }
  return target
}

/** Nothing is changed by people without an entry in the chain of their hospital. */
const chainHeads = async (): Promise<string> =>
  JSON.stringify(
    await rows(sql`select hospital_id, seq, hash from audit_heads order by hospital_id`),
  )

/** A house that works beside it goes on until it is kept out: what came in meanwhile is lost as well. */
async function lostUntilNow(
  { loss, manifest }: RestorePlan,
  heads: string,
  { onLoss }: Restoring,
): Promise<Lost[]> {
  if ((await chainHeads()) === heads) return loss
  const now = await lossSince(manifest)
  await onLoss?.(manifest)
  return now
}

/** OPS-127…129, by the rules of each area; in one transaction with the entry in the log. */
async function settleAreas(
  engine: Engine,
  deployment: Deployment,
  manifest: Manifest,
  restoring: Restoring,
): Promise<Record<string, number>> {
  const { by, reason, name } = restoring
  return onDatabase(engine, () =>
    within(async () => {
      const done = await settleReturning({
        left: deployment.engine,
        by,
        hospital_ids: manifest.hospitals.map(({ id }) => id),
        at: manifest.at,
        parted_at: null,
      })
      await settleHere()
      // Under this house's own keys; a lost machine's come along later, and fit already.
      if (restoring.keeps_keys !== true) await knowKeys(deployment.secrets)
      for (const { id } of manifest.hospitals) {
        const left = await onDatabase(deployment.engine, () =>
          audit_heads.find({ hospital_id: id }),
        )
        const backup = manifest.audit.find(({ hospital_id }) => hospital_id === id)
        record({ ...system(id), name: by }, 'data.restored', {
          entity_type: 'backup',
          entity_label: name,
          reason,
          changes: {
            audit_seq: [left?.seq ?? null, backup?.seq ?? null],
            audit_hash: [left?.hash ?? null, backup?.hash ?? null],
          },
        })
      }
      return done
    }),
  )
}
