// Where a new house keeps its data, as init was told: written into the configuration before anything
// is made, so that every later start finds the same.

import { readFileSync } from 'node:fs'
import { changeTogether } from '../../db/appliance/configuration/change.ts'
import type { Key } from '../../db/appliance/configuration/keys.ts'
import { type Configuration, readConfiguration } from '../../db/appliance/configuration/read.ts'
import { keepSecret, makeSecrets, secretsFile } from '../../db/appliance/secrets/secrets.ts'
import type { Answers } from './answers.ts'
import type { Frame } from '../frame/grammar/command.ts'
import { type ServerNamed, serverIn } from '../frame/names/server-address.ts'
import { usage } from '../frame/grammar/usage.ts'

export type Engine = Pick<Answers, 'engine' | 'database_url_file' | 'deployment'>

/** The configuration as it is then. */
export function configured(
  { asking, env }: Pick<Frame, 'asking' | 'env'>,
  before: Configuration,
  typed: Engine,
): Configuration {
  const server = serverOf(typed)
  const wanted: [Key, string][] = []
  const want = (key: Key, value: string | undefined): void => {
    if (value !== undefined && value !== before.setting(key).written) wanted.push([key, value])
  }
  want('database.engine', server === null ? typed.engine : 'postgres')
  want('database.url', server?.url)
  want('deployment', typed.deployment)
  if (wanted.length === 0 && server === null) return before
  const file = changeTogether({ ...asking, file: before.file }, wanted)
  const configuration = readConfiguration({ ...asking, file })
  if (server !== null && server.password !== null) {
    const secrets = secretsFile(configuration, env)
    makeSecrets(secrets)
    keepSecret(secrets, 'database_password', server.password)
  }
  return configuration
}

function serverOf({ engine, database_url_file: file }: Engine): ServerNamed | null {
  if (file === undefined) return null
  if (engine === 'sqlite') {
    throw usage('value', '--database-url-file goes with --engine postgres.')
  }
  return serverIn(textOf(file), '--database-url-file')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usage(
      'value',
      `--database-url-file: ${file} cannot be read: ${(error as Error).message}.`,
    )
  }
}
