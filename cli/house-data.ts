// The data of a house that serves: opened at its start, let go of for a command that needs them alone,
// and taken up again.

import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { clock, hours } from '../db/clock.ts'
import { dialect } from '../db/connection.ts'
import { finishCutOver } from '../db/deployment/cut-over.ts'
import { createDeployment } from '../db/deployment/create.ts'
import { type Deployment, lockData, openDeployment } from '../db/deployment/deployment.ts'
import { setAnchorLog } from '../db/hospital/audit/anchor-log.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { lookAfterKill } from '../db/house/after-kill.ts'
import { markStopped } from '../db/house/clean-stop.ts'
import { fitFiles, fitKeys } from '../db/house/fits.ts'
import { lookWhereItRuns } from '../db/house/machines.ts'
import { fitForks, lookBack } from '../db/house/went-back.ts'
import { bringUp } from '../db/release/bring-up.ts'
import { extending } from '../daemon/service-manager.ts'
import { type FirstSignIn, firstHospital, withFreePort } from './first-run.ts'
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

/** Only a server can put another database in the place of the one that was there. */
async function lookAtForks(deployment: Deployment): Promise<void> {
  setAnchorLog(join(deployment.root.dir, 'audit-anchors.log'))
  await (dialect() === 'postgres' ? lookBack(deployment) : fitForks(deployment))
}

/** What a process that was killed left behind; whoever proves a backup beside this start keeps its own. */
function emptyTmp(dir: string): void {
  const folder = join(dir, 'tmp')
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (clock.ms() - statSync(path).mtimeMs > hours(1)) {
      rmSync(path, { recursive: true, force: true })
    }
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
