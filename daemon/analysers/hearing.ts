// What of analysers is configured here is opened with the work and closed with it (DIA-120).

import { seconds } from '../../db/core/clock.ts'
import type { Configuration } from '../../db/appliance/configuration/read.ts'
import type { Address } from '../edge/listeners.ts'
import type { Log } from '../work/jobs.ts'

export interface Hearing {
  stop(): Promise<void>
}

const look_every = seconds(5)
const silent: Hearing = { stop: async () => undefined }

/** Nothing is loaded where nothing is configured. */
export async function hearAnalysers({
  configuration,
  log,
}: {
  configuration?: () => Configuration
  log: Log
}): Promise<Hearing> {
  const get = configuration?.().get
  if (get === undefined) return silent
  const hl7 = get('analyser.hl7_listen') as readonly Address[]
  const astm = get('analyser.astm_listen') as readonly Address[]
  const folder = get('analyser.folder') as string | null
  if (hl7.length + astm.length === 0 && !folder) return silent
  const { openAnalyserDoors } = await import('./listening.ts')
  const doors = await openAnalyserDoors({ hl7, astm, log })
  const watch = folder ? await watching(folder, log) : silent
  return {
    async stop() {
      await watch.stop()
      await doors.stop()
    },
  }
}

async function watching(folder: string, log: Log): Promise<Hearing> {
  const { readFolders } = await import('./folder.ts')
  let running: Promise<unknown> = Promise.resolve()
  let is_reading = false
  const look = (): void => {
    if (is_reading) return
    is_reading = true
    running = readFolders(folder, log)
      .catch((error: unknown) => log.error({ err: error }, 'folders of analysers were not read'))
      .finally(() => {
        is_reading = false
      })
  }
  const timer = setInterval(look, look_every)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
