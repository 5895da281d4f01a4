// What must be said before something grave happens (OPS-68). The client asks; the place where the
// command runs holds the answer against the plan, so that nobody gets round it.

import type { Words } from '../db/deployment/line.ts'
import { Refusal } from '../db/refusal.ts'
import { changes, type Command, levelOf, type Plan } from './command.ts'

export function checkConfirmed(
  command: Command,
  flags: Readonly<Record<string, Words>>,
  plan: Plan | null,
): void {
  if (!changes(command)) return
  const missing: string[] = []
  const level = levelOf(command)
  const types = needsTyping(command) || plan?.type !== undefined
  if (level !== 'C0' && flags['yes'] === undefined) missing.push('--yes')
  if (types && flags['confirm'] === undefined) missing.push(`--confirm "${plan?.type ?? ''}"`)
  if (command.reason === 'must' && flags['reason'] === undefined) missing.push('--reason')
  if (missing.length > 0) {
    const asks = level === 'C0' ? 'asks for a reason' : 'asks for confirmation'
    throw confirmNeeded(`${command.name} ${asks}: add ${listed(missing)}.`)
  }
  if (types && flags['confirm'] !== plan?.type) {
    throw unchanged()
  }
}

export const needsTyping = (command: Command): boolean =>
  levelOf(command) === 'C2' || levelOf(command) === 'C3'

const listed = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Something else was answered than what goes on. */
export const unchanged = (): Refusal => confirmNeeded('Nothing was changed.')

const confirmNeeded = (message: string): Refusal => new Refusal(400, 'confirm.needed', message)
