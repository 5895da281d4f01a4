// The data of a house that serves: opened at its start, let go of for a command that needs them alone,
// and taken up again.

import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { clock, hours, seconds } from '../../db/clock.ts'
import { dialect } from '../../db/connection.ts'
import type { Configuration } from '../../db/configuration/read.ts'
import { finishCutOver } from '../../db/deployment/cut-over.ts'
import { createDeployment } from '../../db/deployment/create.ts'
import { type Deployment, lockData, openDeployment } from '../../db/deployment/deployment.ts'
import { type DataLock, noted, sayHolder } from '../../db/deployment/lock.ts'
import { setAnchorLog } from '../../db/hospital/audit/anchor-log.ts'
import { bringAreas } from '../../db/hospital/start.ts'
import { lookAfterKill } from '../../db/house/after-kill.ts'
import { markStopped } from '../../db/house/clean-stop.ts'
import { aloneHold } from '../../db/house/alone.ts'
import { fitFiles, fitKeys } from '../../db/house/fits.ts'
import { ownerLives } from '../../db/house/holder.ts'
import { lookWhereItRuns } from '../../db/house/machines.ts'
import { fitForks, lookBack } from '../../db/house/went-back.ts'
import { migrationState } from '../../db/migrate.ts'
import { bringUp } from '../../db/release/bring-up.ts'
import { isRefusal } from '../../db/refusal.ts'
import { extending, type ServiceManager } from '../../daemon/service-manager.ts'
import { type FirstSignIn, firstHospital, withFreePort } from '../first-run.ts'
import type { Opening, Standing } from './standing.ts'

export const daemon_command = 'kituo serve'

/** The database, migrated; on a first run with a hospital in it. */
export async function openData(
  standing: Standing,
  { first_run, asking, env }: Opening,
): Promise<FirstSignIn | null> {
  const { configuration, lock } = standing
  standing.deployment = first_run
    ? await createDeployment(configuration, { command: daemon_command, lock, env })
    : await openDeployment(configuration, {
        purpose: 'write',
        command: daemon_command,
        lock,
        env,
        any_schema: true,
      })
  await extending(standing.manager, othersDone)
  emptyTmp(standing.deployment.root.dir)
  await lookAfterKill(standing.deployment)
  const { deployment } = standing
  await extending(standing.manager, () => bringUp(deployment, daemon_command))
  await fitKeys(standing.deployment.secrets)
  await fitFiles()
  await lookWhereItRuns()
  await lookAtForks(standing.deployment)
  bringAreas()
  if (!first_run) return null
  standing.configuration = await withFreePort(asking, configuration)
  return firstHospital(standing.deployment, env)
}

/**
 * A command that has the data alone ends, and then the house may start: a daemon that was killed beside
 * it is not left down. Another daemon does not end.
 */
export async function lockOnceFree(
  configuration: Configuration,
  socket: string,
  manager: ServiceManager,
  say: (text: string) => void,
): Promise<DataLock | null> {
  let is_said = false
  return extending(manager, async () => {
    for (;;) {
      try {
        return await lockData(configuration, daemon_command, socket)
      } catch (error) {
        const holder = noted(configuration.get('data.dir'))
        const ends = holder !== null && holder.command !== daemon_command
        if (!ends || !isRefusal(error) || error.code !== 'lock.held') throw error
        if (!is_said) say(`Kituo waits for ${sayHolder(holder)}.`)
        is_said = true
        await wait(seconds(1))
      }
    }
  })
}

/** Whoever starts while another machine has the database for itself waits with it. */
async function othersDone(): Promise<void> {
  if (dialect() !== 'postgres' || (await migrationState()).applied.length === 0) return
  while ((await aloneHold()) !== null) await wait(seconds(1))
}

/** Only a server can put another database in the place of the one that was there. */
async function lookAtForks(deployment: Deployment): Promise<void> {
  setAnchorLog(join(deployment.root.dir, 'audit-anchors.log'))
  await (dialect() === 'postgres' ? lookBack(deployment) : fitForks(deployment))
}

/** What a process that was killed left behind; whoever works beside this start keeps its own. */
export function emptyTmp(dir: string): void {
  const folder = join(dir, 'tmp')
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    // Its owner may take it away just now.
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined || ownerLives(name)) continue
    if (clock.ms() - found.mtimeMs > hours(1)) rmSync(path, { recursive: true, force: true })
  }
}

/** OPS-55: whether no command of another machine has this database for itself any more. */
export async function noneAlone(
  { configuration }: Standing,
  { env }: Pick<Opening, 'env'>,
): Promise<boolean> {
  const reading = { purpose: 'read', command: daemon_command, any_schema: true, env } as const
  const deployment = await openDeployment(configuration, reading)
  try {
    return (await aloneHold()) === null
  } finally {
    await deployment.close()
  }
}

export async function letGo(standing: Standing): Promise<void> {
  const { deployment } = standing
  if (deployment === null) return
  // Before the lock is let go: whoever starts next reads it.
  markStopped(deployment.root.dir)
  standing.deployment = null
  await deployment.close()
}

/** On whatever generation is live now, and on whatever engine. */
export async function takeUp(standing: Standing, opening: Opening, socket: string): Promise<void> {
  if (standing.ending) return
  standing.configuration = finishCutOver(opening.asking, standing.configuration)
  standing.lock = await lockData(standing.configuration, daemon_command, socket)
  try {
    await openData(standing, { ...opening, first_run: false })
  } catch (error) {
    await standing.deployment?.close()
    await standing.lock?.release()
    standing.deployment = null
    throw error
  }
}
