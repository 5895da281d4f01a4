// The last step of a move between databases: pointer and configuration must say the same. The pointer
// decides; a process that was killed between the two leaves the configuration to whoever comes next.

import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { changeTogether } from '../configuration/change.ts'
import { type Asked, type Configuration, readConfiguration } from '../configuration/read.ts'
import { conflict } from '../../core/refusal.ts'
import type { Dialect } from '../../store/sql.ts'
import { liveGeneration } from './generation.ts'
import { openJournals } from './journal.ts'
import { asRoot } from './root.ts'

export interface EnginePlace {
  engine: Dialect
  url: string | null
}

/** The file with the engine of the pointer in it, read anew. */
export function configureEngine(asked: Asked, { engine, url }: EnginePlace): Configuration {
  asRoot(() =>
    changeTogether(asked, [
      ['database.engine', engine],
      ['database.url', engine === 'postgres' ? url : null],
    ]),
  )
  return readConfiguration(asked)
}

/** What would undo the last step, found before the first. */
export function checkConfigurable({ setting, file }: Configuration): void {
  for (const key of ['database.engine', 'database.url'] as const) {
    const { kind, says } = setting(key).origin
    if (kind === 'env' || kind === 'flag') {
      throw conflict(
        `${key} comes from ${says}, which goes before the file. Put it into ${file} first.`,
        'config.overridden',
      )
    }
  }
  try {
    asRoot(() => accessSync(existsSync(file) ? file : dirname(file), constants.W_OK))
  } catch {
    throw conflict(`${file} cannot be written to, and a move ends there.`, 'config.unreadable')
  }
}

/** Before anything is opened: a move that was cut off at its last step is finished, or taken back. */
export function finishCutOver(asked: Asked, configuration: Configuration): Configuration {
  const root = { dir: configuration.get('data.dir') }
  const cut = openJournals(root).find(
    ({ kind, phase, move }) => kind === 'move' && phase === 'CUT_OVER' && move !== undefined,
  )
  if (cut?.move === undefined) return configuration
  const live = liveGeneration({ ...root, format: 1, deployment_id: '', created_at: '' })
  const { from, to, url } = cut.move
  const engine = live?.number === cut.generation ? to : from
  if (configuration.get('database.engine') === engine) return configuration
  return configureEngine(asked, { engine, url })
}
