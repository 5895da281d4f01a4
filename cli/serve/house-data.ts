// The data of a house that serves: opened at its start, let go of for a command that needs them alone,
// and taken up again.

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { seconds } from '../../db/core/clock.ts'
import { dialect } from '../../db/store/connection.ts'
import { tryConfiguration } from '../../db/appliance/configuration/read.ts'
import { finishCutOver } from '../../db/appliance/deployment/cut-over.ts'
import { createDeployment } from '../../db/appliance/deployment/create.ts'
import {
  type Deployment,
  lockData,
  openDeployment,
} from '../../db/appliance/deployment/deployment.ts'
import { daemon_command, noted, sayHolder } from '../../db/appliance/deployment/lock.ts'
import { setAnchorLog } from '../../db/hospital/office/audit/anchor-log.ts'
import { bringAreas } from '../../db/hospital/start.ts'
import { lookAfterKill } from '../../db/appliance/house/after-kill.ts'
import { markStopped } from '../../db/appliance/house/clean-stop.ts'
import { aloneHold } from '../../db/appliance/house/alone.ts'
import { fitFiles, fitKeys } from '../../db/appliance/house/fits.ts'
import { emptyTmp } from '../../db/appliance/house/tmp.ts'
import { lookWhereItRuns } from '../../db/appliance/house/machines.ts'
import { fitForks, lookBack } from '../../db/appliance/house/went-back.ts'
import { migrationState } from '../../db/store/migrate.ts'
import { bringUp } from '../../db/appliance/release/bring-up.ts'
import { isRefusal, Refusal } from '../../db/core/refusal.ts'
import { extending } from '../../daemon/work/service-manager.ts'
import { type FirstSignIn, firstHospital, withFreePort } from '../set-up/first-run.ts'
import type { Opening, Standing } from './standing.ts'

/** The database, migrated; on a first run with a hospital in it. */
export async function openData(standing: Standing, opening: Opening): Promise<FirstSignIn | null> {
  const { first_run, asking, env } = opening
  const { configuration, lock } = standing
  if (first_run) {
    const making = { command: daemon_command, lock, env }
    standing.deployment = await createDeployment(configuration, making)
  } else await openOnceFree(standing, opening)
  const { deployment } = standing
  if (deployment === null) throw new Error('no data were opened')
  emptyTmp(deployment.root.dir)
  await lookAfterKill(deployment)
  await extending(standing.manager, () => bringUp(deployment, daemon_command))
  await fitKeys(deployment.secrets)
  await fitFiles()
  await lookWhereItRuns()
  await lookAtForks(deployment)
  bringAreas()
  if (!first_run) return null
  standing.configuration = await withFreePort(asking, configuration)
  return firstHospital(deployment, env)
}

/**
 * A command that has the data alone ends, and then the house may start: a daemon that was killed beside
 * it is not left down. Another daemon does not end.
 */
export async function lockOnceFree(
  standing: Standing,
  opening: Pick<Opening, 'asking' | 'say'>,
): Promise<void> {
  const { manager, socket } = standing
  let is_said = false
  await extending(manager, async () => {
    for (;;) {
      try {
        standing.lock = await lockData(standing.configuration, daemon_command, socket)
        return
      } catch (error) {
        const holder = noted(standing.configuration.get('data.dir'))
        const ends = holder !== null && holder.command !== daemon_command
        if (!ends || !isRefusal(error) || error.code !== 'lock.held') throw error
        if (!is_said) opening.say(`Kituo waits for ${sayHolder(holder)}.`)
        is_said = true
        await wait(seconds(1))
        // It may be a move: what comes after it lies on the other engine.
        readAnew(standing, opening)
      }
    }
  })
}

/** What the file says now; a fault in it keeps everything as it was. */
function readAnew(standing: Standing, { asking }: Pick<Opening, 'asking'>): void {
  const { configuration, faults } = tryConfiguration(asking)
  if (faults.length === 0) standing.configuration = configuration
  standing.configuration = finishCutOver(asking, standing.configuration)
}

/** Whoever starts while another machine has the database for itself waits with it, and begins anew. */
async function openOnceFree(standing: Standing, opening: Opening): Promise<void> {
  for (;;) {
    const { configuration, lock } = standing
    const deployment = await openDeployment(configuration, {
      purpose: 'write',
      command: daemon_command,
      lock,
      env: opening.env,
      any_schema: true,
    })
    standing.deployment = deployment
    if (!(await isAlone())) return
    await extending(standing.manager, async () => {
      while (await isAlone()) await wait(seconds(1))
    })
    // Another generation is live by now, perhaps, and on another engine.
    standing.deployment = null
    await deployment.close()
    readAnew(standing, opening)
    await lockOnceFree(standing, opening)
  }
}

async function isAlone(): Promise<boolean> {
  if (dialect() !== 'postgres' || (await migrationState()).applied.length === 0) return false
  return (await aloneHold()) !== null
}

/** Only a server can put another database in the place of the one that was there. */
async function lookAtForks(deployment: Deployment): Promise<void> {
  setAnchorLog(join(deployment.root.dir, 'audit-anchors.log'))
  await (dialect() === 'postgres' ? lookBack(deployment) : fitForks(deployment))
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
export async function takeUp(standing: Standing, opening: Opening): Promise<void> {
  readAnew(standing, opening)
  standing.lock = await lockData(standing.configuration, daemon_command, standing.socket)
  try {
    await openData(standing, { ...opening, first_run: false })
    if (standing.ending) throw new Refusal(503, 'work.cut', 'Kituo is stopping.')
  } catch (error) {
    await standing.deployment?.close()
    await standing.lock?.release()
    standing.deployment = null
    throw error
  }
}
