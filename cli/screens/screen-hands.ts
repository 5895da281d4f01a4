// The hands of the screens: command lines, run as the person who signed in.

import { hostname } from 'node:os'
import { clock, minutes } from '../../db/core/clock.ts'
import type { Asked } from '../../db/appliance/configuration/read.ts'
import type {
  CommandLine,
  Document,
  SentFile,
  SignedBy,
} from '../../db/appliance/deployment/line.ts'
import { version } from '../../db/core/version.ts'
import type { About, Hands, How, Person, Said, SignIn } from '../../tui/hands.ts'
import { carrying } from '../frame/carry.ts'
import { changes, type Command, levelOf } from '../frame/grammar/command.ts'
import { no_file, type OutFile, outOf } from '../frame/out.ts'
import { parse, type Typed } from '../frame/grammar/parse.ts'
import { plainly, present } from '../frame/present.ts'
import { sayUnsaid } from '../office/request-carried.ts'
import { type InTurn, isHeard, run } from '../frame/run.ts'
import type { Terminal } from '../frame/terminal.ts'
import { commandNamed } from '../frame/grammar/tree.ts'

/** Before the token of 15 minutes ends. */
const renew_after_ms = minutes(10)

interface Signed {
  token: string
  refresh_token: string
  at_ms: number
}

export interface ScreenHands extends Hands {
  /** Ends the sign-in. */
  leave(): Promise<void>
}

export function handsOf(asking: Asked, terminal: Terminal): ScreenHands {
  const at = `tui@${hostname()}`
  let signed: Signed | null = null
  /** The second person is of the same hospital. */
  let where: Pick<Said, 'hospital'> = {}
  // The screens ask nothing on a terminal that they draw on.
  const quiet: Terminal = {
    ...terminal,
    in_is_terminal: false,
    err_is_terminal: false,
    out: () => undefined,
    err: () => undefined,
    ask: () => Promise.resolve(null),
  }

  /**
   * The database that is open is the process's own: of two that opened it together one left its files and its
   * threads behind, and screens before a house that is down ask several things every three seconds.
   */
  let before: Promise<unknown> = Promise.resolve()
  const inTurn: InTurn = (work) => {
    const now = before.then(work, work)
    before = now.catch(() => undefined)
    return now
  }

  const carry = (
    command: Command,
    line: CommandLine,
    out: OutFile = no_file,
    onProgress: How['onProgress'] = () => undefined,
  ): Promise<Document> =>
    run({
      command,
      line,
      common: {
        data: asking.flags?.['data.dir'],
        config: asking.file,
        socket: undefined,
        direct: false,
      },
      terminal: quiet,
      signal: new AbortController().signal,
      onProgress: (said) => {
        if (said.type === 'piece') return out.write(said)
        onProgress(said)
      },
      onFault: () => undefined,
      inTurn,
    })

  /** Files that are named are read and written where the screens are. */
  const withFiles = async (
    command: Command,
    typed: Typed,
    how: How,
    approver?: SignedBy,
  ): Promise<Document> => {
    const common = { ...typed.common, no_input: true }
    const own = lineOf(typed, how)
    const told =
      how.sent === undefined
        ? await carrying(command, own, quiet, common)
        : { ...own, files: filesOf(how.sent) }
    const line = approver === undefined ? told : { ...told, approver }
    const out = how.dry_run === true ? no_file : await outOf(command, typed.flags)
    try {
      const document = await carry(command, line, out, how.onProgress)
      await out.end(document.success)
      return document
    } catch (error) {
      await out.end(false)
      throw error
    }
  }

  const hidden = async (
    name: string,
    args: CommandLine['args'],
    files: Readonly<Record<string, string>>,
    more: CommandLine['flags'] = {},
  ): Promise<Document> => {
    const command = await named(name)
    return carry(command, {
      command: name,
      args,
      flags: { ...Object.fromEntries(Object.keys(files).map((one) => [one, '-'])), ...more },
      caller: at,
      version,
      files: filesOf(files),
    })
  }

  const opening = ({ hospital, username, password, code }: Said): Promise<Document> =>
    hidden(
      'session open',
      { username },
      { password, ...(code === '' ? {} : { digits: code }) },
      hospital === undefined ? {} : hospital === '' ? { operator: true } : { hospital },
    )

  const keepSigned = (document: Document): Person => {
    const data = document.data as Omit<Signed, 'at_ms'> & {
      username: string
      full_name: string
      permissions: string[]
    }
    signed = { token: data.token, refresh_token: data.refresh_token, at_ms: clock.ms() }
    return {
      username: data.username,
      full_name: data.full_name,
      permissions: new Set(data.permissions),
    }
  }

  const renewed = async (): Promise<void> => {
    if (signed === null || clock.ms() - signed.at_ms < renew_after_ms) return
    const document = await hidden('session renew', {}, { token: signed.refresh_token })
    if (document.success) keepSigned(document)
  }

  /** How an approval ended, where the house was gone by then. */
  const caughtUp = async (): Promise<void> => {
    await renewed()
    if (signed === null) return
    const person = { token: signed.token }
    await sayUnsaid(async (name, flags) => {
      const command = await named(name)
      return carry(command, { command: name, args: {}, flags, caller: at, version, person })
    })
  }

  const lineOf = ({ command, args, flags, common_text }: Typed, how: How): CommandLine => ({
    command: (command as Command).name,
    args,
    flags: {
      ...flags,
      ...given(common_text, ['hospital', 'facility', 'reason', 'yes', 'confirm', 'dry_run']),
      ...(how.dry_run === true ? { dry_run: true as const } : {}),
      ...(how.yes === true ? { yes: true as const } : {}),
      ...(how.confirm === undefined ? {} : { confirm: how.confirm }),
    },
    caller: at,
    version,
    ...(signed === null ? {} : { person: { token: signed.token } }),
  })

  return {
    async signIn(said: Said): Promise<SignIn> {
      where = said.hospital === undefined ? {} : { hospital: said.hospital }
      const document = await opening(said)
      if (document.error?.code === 'sign_in.code') return { kind: 'code' }
      if (!document.success) return { kind: 'refused', message: document.message }
      const person = keepSigned(document)
      if (mayEnter(person.permissions, said.hospital === '')) return { kind: 'in', person }
      await this.leave()
      return { kind: 'refused', message: 'The screens need console:use or console:read.' }
    },
    async banners() {
      const document = await hidden('__complete banners', {}, {})
      return document.success ? (document.data as string[]) : []
    },
    heard: () => isHeard(asking),
    async run(words, how = {}) {
      await caughtUp()
      const typed = await parse([...words], terminal.env)
      if (typed.command === null) throw new Error(`kituo ${words.join(' ')} is no command.`)
      if (how.approver === undefined) return withFiles(typed.command, typed, how)
      const opened = await opening({ ...how.approver, ...where })
      if (!opened.success) return { ...opened, message: `Second person: ${opened.message}` }
      const { token } = opened.data as { token: string }
      try {
        return await withFiles(typed.command, typed, how, { token })
      } finally {
        await hidden('session close', {}, { token }).catch(() => null)
      }
    },
    async print(words, width) {
      const printed: string[] = []
      const page: Terminal = {
        ...quiet,
        columns: width,
        out_is_terminal: false,
        out: (text) => void printed.push(text),
        err: (text) => void printed.push(text),
      }
      const typed = await parse([...words], terminal.env)
      if (typed.command === null || typed.common.help) {
        const { treeHelp, nounHelp, commandHelp } = await import('../frame/grammar/help.ts')
        const text =
          typed.command !== null
            ? commandHelp(typed.command)
            : typed.noun === null
              ? await treeHelp()
              : await nounHelp(typed.noun, typed.group)
        return text.split('\n')
      }
      await caughtUp()
      const document = await withFiles(typed.command, typed, {})
      present(document, typed.command, plainly, page)
      const text = printed.join('').trimEnd()
      return (text === '' ? document.message : text).split('\n')
    },
    async about(words): Promise<About | null> {
      const typed = await parse([...words], terminal.env).catch(() => null)
      const command = typed?.command ?? (await byWords(words))
      if (command === undefined || command === null) return null
      return {
        permission: command.permission,
        changes: changes(command),
        reason: command.reason === 'must',
        second: levelOf(command) === 'C3',
      }
    },
    split,
    async leave() {
      const open = signed
      signed = null
      if (open !== null) await hidden('session close', {}, { token: open.token }).catch(() => null)
    },
  }
}

/** An operator can hold the permissions of the service alone, and those are enough. */
const mayEnter = (held: ReadonlySet<string>, is_operator: boolean): boolean =>
  is_operator ? held.size > 0 : held.has('console:use') || held.has('console:read')

async function named(name: string): Promise<Command> {
  const command = await commandNamed(name)
  if (command === undefined) throw new Error(`${name} is not there`)
  return command
}

/** Words that are not all there yet still name their command. */
async function byWords(words: readonly string[]): Promise<Command | undefined> {
  for (const count of [3, 2, 1]) {
    const found = await commandNamed(words.slice(0, count).join(' '))
    if (found !== undefined) return found
  }
  return undefined
}

const sent = (text: string): SentFile => ({
  name: 'terminal',
  base64: Buffer.from(text).toString('base64'),
})

const filesOf = (files: Readonly<Record<string, string>>): Record<string, SentFile> =>
  Object.fromEntries(Object.entries(files).map(([one, text]) => [one, sent(text)]))

const given = (
  from: Typed['common_text'],
  names: readonly string[],
): Record<string, CommandLine['flags'][string]> =>
  Object.fromEntries(
    names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  )

/** As a shell would, without its powers: quotes keep words together. */
export function split(typed: string): string[] {
  const words = typed.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)
  return [...words].map(([, double, single, bare]) =>
    double !== undefined ? double.replace(/\\(.)/g, '$1') : (single ?? bare ?? ''),
  )
}
