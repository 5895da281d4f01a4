// The questions a client asks before it sends a command (OPS-68). What is asked for comes from the
// plan, so the plan is made first.

import type { CommandLine, Document } from '../../db/appliance/deployment/line.ts'
import { changes, type Command, levelOf } from './grammar/command.ts'
import { unchanged } from './confirm.ts'
import type { Globals } from './grammar/globals.ts'
import { plain } from './page.ts'
import type { Terminal } from './terminal.ts'

type Running = (line: CommandLine) => Promise<Document>

/** The line with the answers in it; a document when the plan could not be made. */
export async function askedFor(
  command: Command,
  line: CommandLine,
  common: Globals,
  terminal: Terminal,
  run: Running,
): Promise<CommandLine | Document> {
  const may_ask = terminal.in_is_terminal && !common.no_input
  if (!changes(command) || common.dry_run || !may_ask) return line
  if (command.converse !== undefined) return command.converse(line, terminal, run)
  const flags = { ...line.flags }
  if (command.reason === 'must' && flags['reason'] === undefined) {
    const reason = await terminal.ask('Reason: ')
    if (reason !== null && reason.trim() !== '') flags['reason'] = reason.trim()
  }
  if (levelOf(command) === 'C0' && command.may_ask !== true) return { ...line, flags }
  if (flags['yes'] !== undefined && flags['confirm'] !== undefined) return { ...line, flags }
  const plan = await run({ ...line, flags: { ...flags, dry_run: true } })
  if (!plan.success) return plan
  const { steps, type, asks, nothing } = plan.data as {
    steps: string[]
    type: string | null
    asks: boolean
    nothing: boolean
  }
  if (!asks || (common.yes && type === null)) return { ...line, flags }
  // What is so already needs no answer.
  if (nothing)
    return { ...line, flags: { ...flags, yes: true, ...(type === null ? {} : { confirm: type }) } }
  for (const [index, step] of steps.entries()) terminal.err(`${index + 1}. ${plain(step)}\n`)
  if (type !== null) {
    const typed = await terminal.ask(`Type ${plain(type)} to go on: `)
    return { ...line, flags: { ...flags, yes: true, confirm: typed?.trim() ?? '' } }
  }
  const answer = (await terminal.ask('Go on? [y/N] ')) ?? ''
  if (/^y(?:es)?$/i.test(answer.trim())) return { ...line, flags: { ...flags, yes: true } }
  throw unchanged()
}

export const isDocument = (given: CommandLine | Document): given is Document => 'meta' in given
