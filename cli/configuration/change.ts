// What follows a change of the configuration file: when it acts, and its row in the audit log.

import type { changeSetting } from '../../db/appliance/configuration/change.ts'
import { environmentName } from '../../db/appliance/configuration/keys.ts'
import type { Written } from '../../db/appliance/configuration/kinds.ts'
import type { Document } from '../../db/appliance/deployment/line.ts'
import { commandLineName } from '../../db/appliance/deployment/user.ts'
import { isRefusal } from '../../db/core/refusal.ts'
import { version } from '../../db/core/version.ts'
import { done, type Frame, type Outcome } from '../frame/grammar/command.ts'
import { commandNamed } from '../frame/grammar/tree.ts'

type Change = ReturnType<typeof changeSetting>

export async function changedOutcome(
  change: Change,
  frame: Frame<unknown, unknown>,
): Promise<Outcome<Change>> {
  const { key, is, changed, takes_effect } = change
  if (!changed) return done(`${key} is ${inWords(is)} already.`, change, { changed })
  const variable = environmentName(key)
  if (frame.env[variable] !== undefined) {
    frame.warn('config.overridden', `${variable} in the environment goes before the file.`)
  }
  await record(key, inWords(is), frame)
  const when =
    takes_effect === 'now'
      ? 'Takes effect now: kituo reload'
      : 'Takes effect after: systemctl restart kituo'
  return done(`${key} is ${inWords(is)}. ${when}`, change, { changed })
}

/** OPS-59. The file is changed where the command is typed; its row is written where the data are. */
async function record(key: string, value: string, frame: Frame<unknown, unknown>): Promise<void> {
  try {
    const answer = await askDaemon('config changed', { key, value }, frame)
    if (answer !== null && !answer.success) unwritten(frame, answer.message, answer.error?.code)
  } catch (error) {
    if (!isRefusal(error)) throw error
    unwritten(frame, error.message, error.code)
  }
}

export const recordChange = (
  key: string,
  value: Written | null,
  frame: Frame<unknown, unknown>,
): Promise<void> => record(key, inWords(value), frame)

/** Another command, where the data are: in the daemon if one runs. Null where nothing was typed. */
export async function askDaemon(
  name: string,
  args: Readonly<Record<string, string>>,
  frame: Frame<unknown, unknown>,
): Promise<Document | null> {
  const { asking, env, reason, signal, terminal } = frame
  const command = await commandNamed(name)
  if (command === undefined || terminal === null) return null
  const { run } = await import('../frame/run.ts')
  return run({
    command,
    line: {
      command: command.name,
      args,
      flags: reason === null ? {} : { reason },
      caller: commandLineName(env),
      version,
    },
    common: {
      data: asking.flags?.['data.dir'],
      config: asking.file,
      socket: undefined,
      direct: false,
    },
    terminal,
    signal,
    onProgress: () => undefined,
    onFault: () => undefined,
  })
}

/** A change that stands is not taken back; before there is a hospital there is no log. */
function unwritten(frame: Frame<unknown, unknown>, why: string, code: string | undefined): void {
  if (code === 'deployment.empty') return
  frame.warn('audit.unwritten', `this change is not in the audit log: ${why}`)
}

/** As it would be typed. */
export const inWords = (value: Written | null): string => {
  if (value === null) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string)
}
