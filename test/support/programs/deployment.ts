// A deployment of a test's own, in a folder of its own.

import { join } from 'node:path'
import type { Test } from 'tap'
import { type Configuration, readConfiguration } from '../../../db/appliance/configuration/read.ts'
import { createDeployment } from '../../../db/appliance/deployment/create.ts'
import { folder } from '../folder.ts'

export function configurationIn(dir: string, settings: string = ''): Configuration {
  return readConfiguration({
    place: 'clone',
    env: {},
    file: join(dir, 'kituo.toml'),
    text: settings,
    flags: { 'data.dir': dir },
  })
}

/** Made and closed again, ready to be opened. */
export async function madeDeployment(t: Test): Promise<Configuration> {
  const configuration = configurationIn(folder(t))
  const deployment = await createDeployment(configuration, { command: 'a test', env: {} })
  await deployment.close()
  return configuration
}
