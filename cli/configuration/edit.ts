// Changing the configuration file in an editor, and what the daemon goes by beside what the file says.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planText, replaceText } from '../../db/appliance/configuration/change.ts'
import { ConfigurationFaults } from '../../db/appliance/configuration/faults.ts'
import type { Written } from '../../db/appliance/configuration/kinds.ts'
import {
  type Asked,
  type Setting,
  tryConfiguration,
} from '../../db/appliance/configuration/read.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { command, done } from '../frame/grammar/command.ts'
import { askDaemon, recordChange } from './change.ts'
import { type Differs, shownValue, withoutPassword } from './words.ts'
import { tableOf } from '../frame/lists.ts'
import { visible } from '../frame/page.ts'
import type { Terminal } from '../frame/terminal.ts'
import { usage } from '../frame/grammar/usage.ts'

export const edit = command('config edit', {
  says: 'Opens the file in $EDITOR; it is replaced only when the whole result is right.',
  class: 'M',
  needs: 'nothing',
  permission: 'config:write',
  examples: ['kituo config edit', 'kituo config edit --reason "new addresses"'],
  plan: async ({ asking, env }) => ({
    steps: [`open ${planText(asking, null).file} in ${editorOf(env)}`, 'check it and replace it'],
  }),
  run: async (frame) => {
    const { asking, env, terminal } = frame
    if (terminal === null || !terminal.in_is_terminal) {
      throw usage('missing', 'config edit needs a terminal. In a script: kituo config set')
    }
    const { file, text: before } = planText(asking, null)
    const was = valuesIn(tryConfiguration(asking).configuration.settings)
    const changed = await inEditor(terminal, editorOf(env), before, async (open) => {
      let after = await open()
      // Faults refuse it, all at once, with their lines; the file stays.
      while (after !== before && !(await isRight(asking, after, terminal))) after = await open()
      if (after !== before) replaceText(asking, after)
      return after !== before
    })
    if (!changed) return done('Nothing was changed.', [], { changed: false })
    const now = tryConfiguration(asking).configuration
    const differing = differences(was, valuesIn(now.settings))
    for (const { key, is } of differing) await recordChange(key, is, frame)
    return done(`${file} is changed: ${differing.length} settings.`, differing, {
      total: differing.length,
      next: ['kituo reload'],
    })
  },
  view: (rows, page) => differing_table(rows, page),
})

export const diff = command('config diff', {
  says: 'Prints what the running daemon goes by where the file says something else.',
  class: 'R',
  needs: 'nothing',
  permission: 'config:read',
  exits: [6],
  examples: ['kituo config diff', 'kituo config diff --json'],
  run: async (frame) => {
    const running = await askDaemon('config running', {}, frame)
    if (running?.meta.mode !== 'socket') {
      throw new Refusal(503, 'daemon.silent', 'Kituo is not running: nothing goes by any file.')
    }
    const now = tryConfiguration(frame.asking).configuration.settings
    const found = answersDiffering(running.data as Running, now)
    return done(
      found.length === 0 ? 'The daemon goes by the file.' : `${found.length} settings differ.`,
      found,
      { total: found.length, next: found.length === 0 ? [] : ['kituo reload'] },
    )
  },
  view: (rows, page) => differing_table(rows, page),
})

/** What the process that answers goes by. */
export const running = command('config running', {
  says: 'Prints the settings that the process which answers goes by.',
  class: 'R',
  hidden: true,
  about: 'deployment',
  permission: 'config:read',
  examples: ['kituo config running', 'kituo config running --json'],
  run: async ({ configuration }) => done('', runningOf(configuration.settings)),
})

type Running = Record<string, { value: Written | null; origin: string }>

function runningOf(settings: readonly Setting[]): Running {
  const values = valuesIn(settings)
  return Object.fromEntries(
    settings.map(({ key, origin }) => [
      key,
      { value: values.get(key) ?? null, origin: origin.kind },
    ]),
  )
}

/** A flag of the daemon goes before the file for as long as it runs; what follows from it does too. */
function answersDiffering(running: Running, now: readonly Setting[]): Differs[] {
  const by_file = (own: string, here: string): boolean =>
    ![own, here].some((origin) => origin === 'flag' || origin === 'env') &&
    (own !== 'default' || here !== 'default')
  const compared = now.filter(({ key, origin }) =>
    by_file(running[key]?.origin ?? 'default', origin.kind),
  )
  const was = new Map(compared.map(({ key }) => [key, running[key]?.value ?? null]))
  return differences(was, valuesIn(compared))
}

/** Between what a process goes by and what it would read now. */
export const differing = (running_now: readonly Setting[], asking: Asked): Differs[] =>
  answersDiffering(runningOf(running_now), tryConfiguration(asking).configuration.settings)

const differing_table = tableOf<Differs>(
  ['Setting', (row) => row.key],
  ['Was', (row) => shownValue(row.was)],
  ['Is', (row) => shownValue(row.is)],
)

const editorOf = (env: NodeJS.ProcessEnv): string => env['VISUAL'] || env['EDITOR'] || 'vi'

/** False where somebody wants to go on with what is typed. */
async function isRight(asking: Asked, text: string, terminal: Terminal): Promise<boolean> {
  try {
    planText(asking, text)
    return true
  } catch (error) {
    if (!(error instanceof ConfigurationFaults)) throw error
    terminal.err(`${visible(error.message)}\n`)
    const said = await terminal.ask('Edit it again? [Y/n] ')
    if (said === null || !/^(?:y|yes)?$/i.test(said.trim())) throw error
    return false
  }
}

/** What was typed outlives whatever refuses it. The editor may be words: `code --wait`. */
async function inEditor<T>(
  terminal: Terminal,
  editor: string,
  text: string,
  work: (open: () => Promise<string>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kituo-edit-'))
  const file = join(folder, 'kituo.toml')
  writeFileSync(file, text, { mode: 0o600 })
  const [program = 'vi', ...words] = editor.split(' ').filter((word) => word !== '')
  try {
    const made = await work(async () => {
      const { status, error } = spawnSync(program, [...words, file], { stdio: 'inherit' })
      if (error === undefined && status === 0) return readFileSync(file, 'utf8')
      throw usage('value', `${program} did not end well. Nothing was changed.`)
    })
    rmSync(folder, { recursive: true, force: true })
    return made
  } catch (error) {
    if (readFileSync(file, 'utf8') === text) rmSync(folder, { recursive: true, force: true })
    else terminal.err(`What was typed is kept in ${file}\n`)
    throw error
  }
}

const valuesIn = (settings: readonly Setting[]): Map<string, Written | null> =>
  new Map(
    settings.map(({ key, written }) => [
      key,
      key === 'database.url' ? withoutPassword(written) : written,
    ]),
  )

const differences = (
  was: ReadonlyMap<string, Written | null>,
  is: ReadonlyMap<string, Written | null>,
): Differs[] =>
  [...is]
    .map(([key, value]) => ({ key, was: was.get(key) ?? null, is: value }))
    .filter((one) => JSON.stringify(one.was) !== JSON.stringify(one.is))
