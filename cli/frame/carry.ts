// Files that are named on the command line are read where it was typed: the daemon may be another
// user, in another folder. `-` is standard input; a password may be asked for.

import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { CommandLine, SentFile } from '../../db/appliance/deployment/line.ts'
import { codeOf } from '../../db/core/disk.ts'
import { type Command, flagOf } from './grammar/command.ts'
import type { Globals } from './grammar/globals.ts'
import { shownName } from './read.ts'
import type { Terminal } from './terminal.ts'
import { echo, usage } from './grammar/usage.ts'

/** As much as one line to the daemon can hold. */
const bytes_max = 20 * 1024 * 1024

export async function carrying(
  command: Command,
  line: CommandLine,
  terminal: Terminal,
  common: Globals,
): Promise<CommandLine> {
  const files: Record<string, SentFile> = {}
  for (const [inputs, words, say] of [
    [command.asks, line.args, shownName],
    [command.flags, line.flags, flagOf],
  ] as const) {
    for (const [name, { carries, short }] of Object.entries(inputs)) {
      const path = words[name]
      if (carries !== true) continue
      const sent =
        typeof path === 'string'
          ? fileAt(short === undefined ? path : path.replace(/^@/, ''), say(name))
          : await asked(name, line, terminal, common)
      if (sent !== undefined) files[name] = sent
    }
  }
  return Object.keys(files).length === 0 ? line : { ...line, files }
}

function fileAt(path: string, subject: string): SentFile {
  try {
    if (path !== '-' && statSync(path).size > bytes_max) {
      throw usage('value', `${subject}: ${echo(path)} is over 20 MB.`)
    }
    const bytes = readFileSync(path === '-' ? 0 : path)
    return {
      name: path === '-' ? 'standard input' : basename(path),
      base64: bytes.toString('base64'),
    }
  } catch (error) {
    const why: Record<string, string> = { ENOENT: 'is not there', EISDIR: 'is a folder' }
    const code = codeOf(error)
    if (code === undefined) throw error
    throw usage('value', `${subject}: ${echo(path)} ${why[code] ?? 'cannot be read'}.`)
  }
}

/** A password belongs to the user name beside it. */
async function asked(
  name: string,
  { flags }: CommandLine,
  terminal: Terminal,
  { no_input, dry_run }: Globals,
): Promise<SentFile | undefined> {
  if (name !== 'password_file' || flags['username'] === undefined) return undefined
  if (!terminal.in_is_terminal || no_input || dry_run) return undefined
  const typed = await terminal.ask('Password (empty keeps the present one): ', { hidden: true })
  if (typed === null || typed === '') return undefined
  return { name: 'terminal', base64: Buffer.from(typed).toString('base64') }
}
