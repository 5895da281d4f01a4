// A house that serves, signed in at, and commands that need it alone.

import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from 'tap'
import { version } from '../../../db/core/version.ts'
import { folder } from '../folder.ts'
import { type Served, served } from './house.ts'
import { typedJson } from './typed.ts'

export const own = { env: { KITUO_CONFIG: undefined } }

export interface Scene {
  dir: string
  house: Served
  token: string
  /** Anew; answers another token. */
  signIn: () => Promise<string>
  ask: (...line: string[]) => ReturnType<typeof typedJson>
  /** With the phrase that its plan asks for. */
  sure: (...line: string[]) => ReturnType<typeof typedJson>
  get: (path: string, token?: string) => Promise<{ status: number; body: unknown }>
}

export async function scene(t: Test): Promise<Scene> {
  const dir = join(folder(t), 'data')
  mkdirSync(dir, { mode: 0o700 })
  // The hour's own backup would stand among those that a test makes.
  writeFileSync(join(dir, 'kituo.toml'), 'backup.hourly = false\n')
  const house = await served(t, dir, '--first-run')
  const password = (await house.hear(/Password +(?<word>\w+)/)).groups?.['word']
  const ask: Scene['ask'] = (...line) => typedJson([...line, '--data', dir], own)
  const sure: Scene['sure'] = async (...line) => {
    const { data, message } = await ask(...line, '--reason', 'a rehearsal', '--dry-run')
    if (data === null) throw new Error(message)
    const { type } = data as { type: string | null }
    const typed = type === null ? [] : ['--confirm', type]
    return ask(...line, '--reason', 'a rehearsal', '--yes', ...typed)
  }
  const get: Scene['get'] = async (path, token) => {
    // A connection of its own: one that is kept may be closed by the house while this process is busy.
    const headers = {
      connection: 'close',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(house.url + path, { headers })
    return { status: answer.status, body: await answer.json() }
  }
  const signIn = async (): Promise<string> => {
    const signed_in = await fetch(`${house.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
    const { data } = (await signed_in.json()) as { data: { tokens: { access_token: string } } }
    return data.tokens.access_token
  }
  return { dir, house, token: await signIn(), signIn, ask, sure, get }
}

/** Asks again and again while the work is done; every answer, in order. */
export async function asking<T>(
  get: () => Promise<{ status: number; body: unknown }>,
  work: Promise<T>,
) {
  const seen: { status: number; message: string | undefined }[] = []
  let done = false
  const until = work.finally(() => {
    done = true
  })
  const look = async (): Promise<void> => {
    const { status, body } = await get()
    const { message } = body as { message?: string }
    seen.push({ status, message })
  }
  while (!done) {
    await look()
    await wait(20)
  }
  await look()
  return { seen, result: await until }
}

/** Asks the house to stand aside, as a command does. */
export async function aside(dir: string, body: object, socket = 'run/admin/kituo.sock') {
  const asked = request({ socketPath: join(dir, socket), method: 'POST', path: '/aside' })
  asked.end(JSON.stringify({ command: 'kituo works', caller: 'cli:x@y', version, ...body }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const [piece] = (await once(answer, 'data')) as [Buffer]
  return {
    status: answer.statusCode,
    said: JSON.parse(piece.toString()) as { message?: string; code?: string },
    leave: () => asked.destroy(),
  }
}

export const back_again = async ({ get }: Scene): Promise<void> => {
  while ((await get('/api/v1/ready')).status !== 200) await wait(20)
}
