// What must be said before something grave happens (OPS-68). The client asks; the place where the
// command runs holds the answer against the plan, so that nobody gets round it.

import type { CommandLine } from '../../db/appliance/deployment/line.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { changes, type Command, levelOf, type Plan } from './grammar/command.ts'
import { echo } from './grammar/usage.ts'

export function checkConfirmed(
  command: Command,
  flags: CommandLine['flags'],
  plan: Plan | null,
  args: CommandLine['args'] = {},
): void {
  if (!changes(command)) return
  const missing: string[] = []
  const level = levelOf(command)
  const types = needsTyping(command) || plan?.type !== undefined
  const asks_yes = level !== 'C0' || types || plan?.asks === true
  const is_named = types && flags['confirm'] !== undefined
  // Who types the name has said yes to it.
  if (asks_yes && flags['yes'] === undefined && !is_named) missing.push('--yes')
  if (types && flags['confirm'] === undefined) missing.push(`--confirm "${plan?.type ?? ''}"`)
  if (command.reason === 'must' && flags['reason'] === undefined) missing.push('--reason')
  if (missing.length > 0) {
    const asks = !asks_yes ? 'asks for a reason' : 'asks for confirmation'
    throw confirmNeeded(`${typedAs(command, args)} ${asks}: add ${listed(missing)}.`)
  }
  if (types && flags['confirm'] !== plan?.type) {
    throw unchanged()
  }
}

/** `module off theatre`: what is asked about is named. */
const typedAs = ({ name, asks }: Command, args: CommandLine['args']): string =>
  [name, ...Object.keys(asks).flatMap((key) => wordsOf(args[key]))].join(' ')

const wordsOf = (typed: CommandLine['args'][string] | undefined): string[] =>
  (Array.isArray(typed) ? typed : [typed]).flatMap((one) =>
    typeof one === 'string' ? [echo(one)] : [],
  )

export const needsTyping = (command: Command): boolean =>
  levelOf(command) === 'C2' || levelOf(command) === 'C3'

const listed = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Something else was answered than what goes on. */
export const unchanged = (): Refusal => confirmNeeded('Nothing was changed.')

const confirmNeeded = (message: string): Refusal => new Refusal(400, 'confirm.needed', message)
