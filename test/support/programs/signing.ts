// A house that serves, and people in it who sign for commands: asha asks, neema and baraka approve.

import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { run as change, within } from '../../../db/store/connection.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { hashPassword } from '../../../db/hospital/office/access/sign-in/passwords.ts'
import { sql } from '../../../db/store/sql.ts'
import { own } from './alone.ts'
import { configurationAt, houseAt } from './backed-house.ts'
import { folder } from '../folder.ts'
import { type Served, served } from './house.ts'
import { typedJson } from './typed.ts'

const word = 'a very long word 7'
/** One approves without the right to do it herself. */
const people = [
  ['asha', 'system_administrator'],
  ['baraka', 'system_administrator'],
  ['neema', 'manager'],
] as const

type Asked = ReturnType<typeof typedJson>

export interface Signing {
  dir: string
  house: Served
  ask: (...line: string[]) => Asked
  as: (name: string) => string[]
  /** By its id: what asha asked for. */
  asked: (...line: string[]) => Promise<string>
  /** In this process. */
  approve: (request: string, who?: string) => Asked
  /** In a process of its own, that can be killed. */
  approving: (request: string, who: string) => Approving
  state: (request: string) => Promise<string | undefined>
  /** What the audit log has of a command, newest first. */
  rows: (command: string, outcome?: 'DONE' | 'REFUSED') => Promise<Record<string, unknown>[]>
  me: () => Promise<{ status: number; body: unknown }>
}

export interface Approving {
  child: ChildProcess
  ended: Promise<number | null>
  said: () => string
}

const program = join(import.meta.dirname, '../../../bin/kituo.ts')

export async function signing(t: Test): Promise<Signing> {
  const dir = folder(t)
  const made = await houseAt(configurationAt(dir))
  await made.department('A')
  await made.deployment.close()
  const secret = join(dir, 'word.txt')
  // The hour's own backup would stand among those that a test makes.
  writeFileSync(join(dir, 'kituo.toml'), 'backup.hourly = false\n')
  writeFileSync(secret, `${word}\n`)
  const ask: Signing['ask'] = (...line) => typedJson([...line, '--data', dir], own)
  for (const [name, role] of people) {
    const of = ['--name', `${name} Mushi`, '--role', role, '--facility', 'MAIN']
    const { success, message } = await ask('user', 'create', name, ...of)
    if (!success) throw new Error(message)
  }
  const opening = { purpose: 'write', command: 'a test', env: {} } as const
  const deployment = await openDeployment(configurationAt(dir), opening)
  const password = await hashPassword(word)
  await within(() =>
    change(
      sql`update users set password = ${password}, must_change_password = ${false}, temporary_until = ${null}, status = 'ACTIVE'`,
    ),
  )
  await deployment.close()
  const house = await served(t, dir)

  const as = (name: string): string[] => ['--as', name, '--password-file', secret]
  const signed_in = await fetch(`${house.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'asha', password: word }),
  })
  const { data } = (await signed_in.json()) as { data: { tokens: { access_token: string } } }
  const headers = { authorization: `Bearer ${data.tokens.access_token}` }
  return {
    dir,
    house,
    ask,
    as,
    async asked(...line) {
      const said = [...line, '--reason', 'a rehearsal']
      const dry = (await ask(...said, '--dry-run')).data as { type: string }
      const answer = await ask(...said, '--yes', '--confirm', dry.type, ...as('asha'))
      if (answer.meta.exit !== 7) throw new Error(answer.message)
      return (answer.data as { request: string }).request
    },
    approve: (request, who = 'neema') => ask('request', 'approve', request, '--yes', ...as(who)),
    approving(request, who) {
      const line = ['request', 'approve', request, '--yes', ...as(who), '--data', dir]
      const child = spawn(process.execPath, ['--no-warnings', program, ...line], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: process.env['PATH'] },
      })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (piece: string) => void (said += piece))
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      return { child, ended, said: () => said }
    },
    state: async (request) =>
      ((await ask('request', 'show', request)).data as { state?: string } | null)?.state,
    rows: async (command, outcome = 'DONE') => {
      const of = ['--action', command, '--outcome', outcome]
      return (await ask('audit', 'search', ...of)).data as Record<string, unknown>[]
    },
    async me() {
      const answer = await fetch(`${house.url}/api/v1/auth/me`, { headers })
      return { status: answer.status, body: await answer.json() }
    },
  }
}
