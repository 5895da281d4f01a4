// On the client's side of --as and --approver: asks for password and code, opens a session for the
// command, and ends it with the command. Neither word is ever part of a command line or an environment.

import { readFileSync } from 'node:fs'
import type {
  CommandLine,
  Document,
  SentFile,
  SignedBy,
} from '../../db/appliance/deployment/line.ts'
import { codeOf } from '../../db/core/disk.ts'
import { Refusal } from '../../db/core/refusal.ts'
import type { Command } from './grammar/command.ts'
import { levelOf } from './grammar/command.ts'
import type { Globals } from './grammar/globals.ts'
import type { Terminal } from './terminal.ts'
import { commandNamed } from './grammar/tree.ts'
import { echo, usage } from './grammar/usage.ts'

export type Carry = (command: Command, line: CommandLine) => Promise<Document>

/** The line with the people in it who signed for it; a document when one could not. */
export async function signed(
  command: Command,
  line: CommandLine,
  common: Globals,
  terminal: Terminal,
  carry: Carry,
): Promise<CommandLine | Document> {
  const people = {
    person: {
      username: common.as,
      password_file: common.password_file,
      code: common.code,
      says: '',
    },
    approver: {
      username: levelOf(command) === 'C3' ? common.approver : undefined,
      password_file: common.approver_password_file,
      code: common.approver_code,
      says: 'Second person, ',
    },
  } as const
  let now = line
  for (const role of ['person', 'approver'] as const) {
    const asked = people[role]
    if (asked.username === undefined) continue
    const found = await signIn(
      { ...asked, username: asked.username },
      line,
      common,
      terminal,
      carry,
    )
    if ('meta' in found) {
      await signOut(now, carry)
      return found
    }
    now = { ...now, [role]: found }
  }
  return now
}

interface Asked {
  username: string
  password_file: string | undefined
  code: string | undefined
  says: string
}

async function signIn(
  { username, password_file, code, says }: Asked,
  line: CommandLine,
  common: Globals,
  terminal: Terminal,
  carry: Carry,
): Promise<SignedBy | Document> {
  const may_ask = terminal.in_is_terminal && !common.no_input
  const ask = async (question: string): Promise<string | undefined> =>
    may_ask ? ((await terminal.ask(question, { hidden: true })) ?? undefined) : undefined
  const password =
    password_file === undefined
      ? await ask(`${says}password of ${echo(username)}: `)
      : fileAt(password_file)
  if (password === undefined) {
    throw new Refusal(401, 'sign_in.needed', `${echo(username)} signs in with --password-file.`)
  }
  const open = async (digits: string | undefined): Promise<Document> => {
    const command = await hidden('session open')
    const files: Record<string, SentFile> = {
      password: sent(password),
      ...(digits === undefined ? {} : { digits: sent(digits) }),
    }
    return carry(command, {
      ...line,
      command: command.name,
      args: { username },
      flags: {
        password: '-',
        ...hospitalOf(line),
        ...(digits === undefined ? {} : { digits: '-' }),
      },
      files,
    })
  }
  let opened = await open(code)
  if (opened.error?.code === 'sign_in.code') {
    const digits = await ask(`${says}code of ${echo(username)}: `)
    if (digits !== undefined) opened = await open(digits)
  }
  return opened.success ? { token: (opened.data as { token: string }).token } : opened
}

/** What was opened for one command ends with it; a restore has ended it already. */
export async function signOut(line: CommandLine, carry: Carry): Promise<void> {
  for (const by of [line.person, line.approver]) {
    if (by === undefined) continue
    const command = await hidden('session close')
    await carry(command, {
      command: command.name,
      args: {},
      flags: { token: '-' },
      caller: line.caller,
      version: line.version,
      files: { token: sent(by.token) },
    }).catch(() => undefined)
  }
}

const hospitalOf = ({ flags }: CommandLine): CommandLine['flags'] =>
  flags['hospital'] === undefined ? {} : { hospital: flags['hospital'] }

const sent = (text: string): SentFile => ({
  name: 'terminal',
  base64: Buffer.from(text).toString('base64'),
})

async function hidden(name: string): Promise<Command> {
  const found = await commandNamed(name)
  if (found === undefined) throw new Error(`${name} is not there`)
  return found
}

function fileAt(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').split(/\r?\n/)[0] ?? ''
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    throw usage('value', `--password-file: ${echo(path)} cannot be read.`)
  }
}
