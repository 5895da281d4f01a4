// What a set-up is going to use beside the data root that was named: said before anything is made, and
// never another house's (OPS-34, OPS-82).

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Configuration, readConfiguration } from '../../db/appliance/configuration/read.ts'
import { controlPlaces } from '../../db/appliance/deployment/sockets.ts'
import { secretsFile } from '../../db/appliance/secrets/secrets.ts'
import { Refusal } from '../../db/core/refusal.ts'
import type { Frame } from '../frame/grammar/command.ts'
import { plain } from '../frame/page.ts'

export type Used = readonly (readonly [what: string, where: string])[]

export function placesUsed(configuration: Configuration, env: NodeJS.ProcessEnv): Used {
  const { get, file } = configuration
  return [
    ['Data', get('data.dir')],
    ['Configuration', `${file}${existsSync(file) ? '' : ' (none yet)'}`],
    ['Secrets', secretsFile(configuration, env)],
    [
      'Backups',
      get('backup.repositories')
        .map(({ path }) => path)
        .join(', '),
    ],
    ['Sockets', controlPlaces(configuration, env).admin],
  ]
}

/** On standard error, where nobody is asked whether it shall be so. */
export function sayUsed(
  { terminal, env }: Pick<Frame, 'terminal' | 'env'>,
  before: Configuration,
): void {
  const said = placesUsed(before, env).map(([what, where]) => `${what.toLowerCase()} ${where}`)
  terminal?.err(`kituo: init uses ${plain(said.join(' · '))}\n`)
}

/** A configuration that names the data of a house is that house's, with its secrets and its backups. */
export function refuseAnothers(
  { asking }: Pick<Frame, 'asking'>,
  { get, file }: Configuration,
): void {
  const own = readConfiguration({ ...asking, flags: {} })
  const dir = own.get('data.dir')
  if (own.setting('data.dir').origin.kind !== 'file' || dir === get('data.dir')) return
  if (!existsSync(join(dir, 'ROOT'))) return
  throw new Refusal(
    409,
    'data_dir.another',
    `${file} is the configuration of the house in ${dir}, and its secrets and backups are that house's. Give the new one a file of its own with --config.`,
  )
}
