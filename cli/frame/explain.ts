// What a command needs and where it would run, without running it (OPS-74).

import { tryConfiguration } from '../../db/appliance/configuration/read.ts'
import { controlPlaces } from '../../db/appliance/deployment/sockets.ts'
import { type Command, levelOf, needsOf } from './grammar/command.ts'
import { type Globals } from './grammar/globals.ts'
import { askingOf } from './run.ts'

export function explained(
  command: Command,
  common: Globals,
  env: NodeJS.ProcessEnv,
): Record<string, unknown> {
  const { configuration } = tryConfiguration(askingOf(common, env))
  const { admin } = controlPlaces(configuration, env)
  return {
    command: command.name,
    class: command.class,
    permission: command.permission,
    confirmation: levelOf(command),
    reason: command.reason === 'must',
    http: command.http ?? null,
    socket: needsOf(command) === 'nothing' ? null : (common.socket ?? admin),
    data_dir: configuration.get('data.dir'),
    configuration: configuration.file,
  }
}
