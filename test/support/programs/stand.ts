// A house in a folder of its own that is asked by the command line, and one at work that goes another way.

import { writeFileSync } from 'node:fs'
import type { Test } from 'tap'
import type { Document } from '../../../db/appliance/deployment/line.ts'
import { beginWork, type Work, type Working } from './at-work.ts'
import { type Served, served } from './house.ts'
import { server, serverDatabase } from './server.ts'
import { typedJson } from './typed.ts'

export interface Stand extends Working {
  dir: string
  house: () => Served
  /** Ends it, so that a command has the data alone. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** A house of this folder, with settings of its own. */
export function standIn(t: Test, dir: string, settings = ''): Stand {
  const file = `${dir}.toml`
  writeFileSync(file, `backup.hourly = false\nlimits.open_sign_in = 1000\n${settings}`)
  const world = { env: { KITUO_CONFIG: file } }
  // How long each took is a remark in the record of the test, and never judged.
  const ask = async (...line: string[]): Promise<Document> => {
    const began = performance.now()
    const said = await typedJson([...line, '--data', dir], world)
    t.comment(`${line.join(' ').slice(0, 60)}: ${Math.round(performance.now() - began)} ms`)
    return said
  }
  const sure: Stand['sure'] = async (...line) => {
    const why = ['--reason', 'a rehearsal']
    const { data, message } = await ask(...line, ...why, '--dry-run')
    if (data === null) throw new Error(message)
    const { type = null } = data as { type?: string | null }
    const said = await ask(...line, ...why, '--yes', ...(type === null ? [] : ['--confirm', type]))
    return approved(said)
  }
  /** A house of several people asks a second one for what may lose data. */
  const approved = (said: Document): Promise<Document> | Document => {
    const [, request = ''] = /^Recorded as (\S+); nothing is done/.exec(said.message) ?? []
    const as = ['--as', 'admin', '--password-file', `${dir}.password`]
    return request === ''
      ? said
      : ask('request', 'approve', request, '--yes', '--confirm', request.slice(0, 8), ...as)
  }
  let current: Served | undefined
  const house = (): Served => {
    if (current === undefined) throw new Error('it does not run')
    return current
  }
  return {
    dir,
    ask,
    sure,
    house,
    url: () => house().url,
    async start() {
      current = await served(t, dir, '--config', file)
    },
    async stop() {
      house().child.kill('SIGTERM')
      await house().ended
    },
  }
}

export const st_mary = ['init', '--name', 'St Mary', '--code', 'st-mary', '--no-input']
const password = 'long enough for Asha'

export async function founded(stand: Stand, words: string): Promise<Work> {
  const secret = `${stand.dir}.password`
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  const kept = ['--admin-password-file', secret, '--recovery-out', words]
  const made = await stand.ask(...st_mary, '--admin-name', 'Asha Komba', ...kept)
  if (!made.success) throw new Error(made.message)
  await stand.start()
  return beginWork(stand, password)
}

export const settingsOf = async (t: Test): Promise<string> =>
  server === undefined
    ? ''
    : `database.engine = "postgres"\ndatabase.url = "${await serverDatabase(t)}"\n`
