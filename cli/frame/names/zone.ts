// In which zone people here read and type the time: the hospital's, whatever the machine goes by.

import { setTimeout as wait } from 'node:timers/promises'
import type { Configuration } from '../../../db/appliance/configuration/read.ts'

/** A database that is away keeps no document waiting: what was known last is taken. */
const patience_ms = 1000

let known: readonly { code: string; timezone: string }[] = []

export async function zoneOf(
  configuration: Pick<Configuration, 'get'>,
  hospital: string | null,
): Promise<string | null> {
  const found = await Promise.race([zones(), wait(patience_ms, null, { ref: false })])
  if (found !== null) known = found
  const own = known.find(({ code }) => code === hospital)
  return own?.timezone ?? configuration.get('timetable.timezone') ?? known[0]?.timezone ?? null
}

async function zones(): Promise<typeof known | null> {
  try {
    const { all } = await import('../../../db/hospital/office/hospitals/hospitals.ts')
    return await all()
  } catch {
    return null
  }
}

/** For whoever has opened no data; null where they cannot be opened. */
export async function zoneHere(
  configuration: Configuration,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  const set = configuration.get('timetable.timezone')
  if (set !== null) return set
  const { openDeployment } = await import('../../../db/appliance/deployment/deployment.ts')
  const reading = { purpose: 'read', command: 'kituo', any_schema: true, env } as const
  const deployment = await openDeployment(configuration, reading).catch(() => null)
  if (deployment === null) return null
  try {
    return await zoneOf(configuration, null)
  } finally {
    await deployment.close()
  }
}
