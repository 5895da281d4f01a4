// How the recovery words reach a person (OPS-83): once, on a terminal where two groups are typed back,
// or into a file for its owner alone.

import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { repositoryOf } from '../../db/appliance/backups/create.ts'
import { firstWords, isGroup, isHeld } from '../../db/appliance/backups/first.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import { asRoot } from '../../db/appliance/deployment/root.ts'
import type { Frame } from '../frame/grammar/command.ts'
import type { Terminal } from '../frame/terminal.ts'
import { usage } from '../frame/grammar/usage.ts'

type World = Pick<Frame, 'terminal' | 'warn'>

const groups = 8
const tries = 3

export const canAsk = (terminal: Terminal | null): terminal is Terminal =>
  terminal?.in_is_terminal === true

/** Found before anything is made: nobody would ever see the words. */
export function checkReceiver(file: string | undefined, terminal: Terminal | null): void {
  if (file !== undefined || canAsk(terminal)) return
  throw usage(
    'missing',
    '--recovery-out is needed (no one to show the recovery words to): a file that is not there yet.',
  )
}

/** Answers the file they are in, or null where they were shown, or somebody holds a key already. */
export async function handOver(
  { terminal, warn }: World,
  deployment: Deployment,
  by: string,
  file: string | undefined,
): Promise<string | null> {
  const in_hand = file === undefined ? null : written(file)
  const words = await firstWords(deployment, by, in_hand)
  if (words === null) return in_hand === null ? null : (file ?? null)
  if (file !== undefined) {
    if (in_hand !== null) throw usage('value', `--recovery-out: ${file} is there already.`)
    writeOwn(file, `${words}\n`)
    return file
  }
  if (canAsk(terminal)) await show(terminal, words, warn)
  return null
}

const written = (file: string): string | null =>
  asRoot(() => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null))

/** A file of whoever typed the command: it may lie where the house itself must not write. */
export const writeOwn = (file: string, text: string): void =>
  asRoot(() => writeFileSync(file, text, { mode: 0o600, flag: 'wx' }))

async function show(terminal: Terminal, words: string, warn: World['warn']): Promise<void> {
  terminal.err(
    `\nRecovery words of the backups. Shown once: write them down, keep them away from this machine.\n\n  ${words}\n\n`,
  )
  const first = randomInt(1, groups)
  const asked = [first, randomInt(first + 1, groups + 1)]
  for (const nth of asked) {
    if (await typedBack(terminal, words, nth)) continue
    warn(
      'backup.words_unproved',
      'Nobody has typed the recovery words back. Prove them with: kituo backup key test --file -',
    )
    return
  }
}

async function typedBack(terminal: Terminal, words: string, nth: number): Promise<boolean> {
  for (let left = tries; left > 0; left--) {
    const typed = await terminal.ask(`Group ${nth} of the words: `)
    if (typed === null) return false
    if (isGroup(words, nth, typed)) return true
    if (left > 1) terminal.err(`That is not group ${nth}.\n`)
  }
  return false
}

/** Whoever loses this machine loses its backups with it. */
export async function adviseWords(
  { warn }: Pick<Frame, 'warn'>,
  deployment: Deployment,
): Promise<void> {
  if (await isHeld(await repositoryOf(deployment, undefined, true))) return
  warn(
    'backup.machine_only',
    'Only this machine can open its backups. Make words for a person: kituo backup key add recovery',
  )
}
