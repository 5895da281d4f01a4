// The dump that PostgreSQL's own program makes, beside the image that fits either engine (OPS-108).

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { serverAddress } from '../deployment/address.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { databaseSchema } from '../deployment/generation.ts'
import { invalid, Refusal } from '../../core/refusal.ts'

export interface Dump {
  bytes(): AsyncGenerator<Buffer>
  /** Once every byte was taken. */
  facts(): { program: string; sha256: string; bytes: number }
}

export function refuseNative({ engine }: Pick<Deployment, 'engine'>, program: string): void {
  if (engine.dialect !== 'postgres') {
    throw invalid('native', 'is a dump of PostgreSQL, and the data are on SQLite.')
  }
  const file = realPath(program)
  if (file === null) throw invalid('native', `there is no program at ${program}.`)
  // It runs as the house, with the password of the database: it must not be anybody's.
  if ([file, dirname(file)].some(isForeign)) {
    throw invalid('native', `${program} may be written by others than root: it is not run.`)
  }
}

function realPath(program: string): string | null {
  try {
    return realpathSync(program)
  } catch {
    return null
  }
}

function isForeign(path: string): boolean {
  const { uid, mode } = statSync(path)
  return (uid !== 0 && uid !== process.getuid?.()) || (mode & 0o022) !== 0
}

/** Of the live schema alone, in the format that pg_restore reads. */
export function dumpOf(
  { configuration, secrets, generation }: Deployment,
  program: string,
  signal: AbortSignal | undefined,
): Dump {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *bytes() {
      const { words, env } = askedOf(serverAddress(configuration, secrets), generation)
      const running = spawn(program, words, {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(signal === undefined ? {} : { signal }),
      })
      let said = ''
      running.stderr.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-2000)
      })
      const ended = once(running, 'close') as Promise<[number | null]>
      ended.catch(() => undefined)
      for await (const part of running.stdout as AsyncIterable<Buffer>) {
        hash.update(part)
        bytes += part.length
        yield part
      }
      const [code] = await ended.catch((error: Error): [string] => [error.message])
      if (code !== 0) throw failed(program, said.trim().split('\n').at(-1) || `ended with ${code}`)
    },
    facts: () => ({ program, sha256: hash.digest('hex'), bytes }),
  }
}

/** The password goes along in the environment, where no list of processes shows it. */
function askedOf(
  url: string,
  generation: number,
): { words: string[]; env: Record<string, string | undefined> } {
  const address = new URL(url)
  const { password } = address
  address.password = ''
  // A word of the driver that the server's own tools do not know.
  address.searchParams.delete('uselibpqcompat')
  const schema = databaseSchema(generation)
  return {
    words: ['--format=custom', '--no-password', `--schema=${schema}`, `--dbname=${address.href}`],
    env: { PATH: process.env['PATH'], PGPASSWORD: decodeURIComponent(password) },
  }
}

const failed = (program: string, why: string): Refusal =>
  new Refusal(503, 'repository.away', `${program}: ${why}`)
