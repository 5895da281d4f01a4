// The file behind --out, --csv or --report: written by the client as it comes, for its owner alone, whole or not at all.
// Where a command writes several, --out is a folder that it makes.

import { close, mkdirSync, openSync, rmSync, write } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ask, isSilence, tidy } from '../../db/appliance/backups/answers.ts'
import { isAt } from '../../db/appliance/backups/in-place.ts'
import type { Piece, Words } from '../../db/appliance/deployment/line.ts'
import { asRoot } from '../../db/appliance/deployment/root.ts'
import { codeOf } from '../../db/core/disk.ts'
import type { Command } from './grammar/command.ts'
import { echo, usage } from './grammar/usage.ts'

type Flags = Readonly<Record<string, Words>>

export interface OutFile {
  write(piece: Pick<Piece, 'base64' | 'file'>): Promise<void>
  end(whole: boolean): Promise<void>
}

export const no_file: OutFile = { write: async () => undefined, end: async () => undefined }

/** Flags that name a file on the client's side. */
const writing = ['csv', 'report', 'sheet', 'out'] as const

const namedIn = (declared: Command['flags'], flags: Flags) =>
  writing.filter((name) => typeof flags[name] === 'string' && declared[name]?.carries !== true)

/** Whether a file of whoever typed it comes out of this. */
export const writesFile = ({ flags: declared }: Pick<Command, 'flags'>, flags: Flags): boolean =>
  namedIn(declared, flags).length > 0

/** A file that the command reads is none that it writes: `device activate --csv`. */
export async function outOf(
  { flags: declared }: Pick<Command, 'flags'>,
  flags: Flags,
): Promise<OutFile> {
  const named = namedIn(declared, flags)
  if (named.length > 1) throw usage('flag', `--${named.join(' and --')}: one of them.`)
  const flag = named[0] ?? 'out'
  return outFile(flags[flag], `--${flag}`)
}

async function outFile(path: Words | undefined, flag: string): Promise<OutFile> {
  const name = typeof path === 'string' ? path : null
  if (name === null) return no_file
  const place = dirname(resolve(name))
  if (await isThere(place, name)) throw usage('value', `${flag}: ${echo(name)} is there already.`)
  const handles = new Map<string, number>()
  let is_folder = false
  const handleOf = (file: string | undefined): number => {
    const key = file ?? ''
    const known = handles.get(key)
    if (known !== undefined) return known
    if (file !== undefined && !is_folder) {
      made(name, flag)
      is_folder = true
    }
    const opening = file === undefined ? name : join(name, inFolder(file))
    const handle = opened(opening, flag)
    handles.set(key, handle)
    return handle
  }
  return {
    async write({ base64, file }) {
      const bytes = Buffer.from(base64, 'base64')
      const handle = handleOf(file)
      for (let done = 0; done < bytes.length; ) {
        const from = done
        done += (await ask(place, () => writeTo(handle, bytes, from))).bytesWritten
      }
    },
    async end(whole) {
      const wrote = handles.size > 0
      for (const handle of handles.values()) await tidy(place, () => closing(handle))
      handles.clear()
      if (!wrote || whole) return
      await tidy(place, async () =>
        asRoot(() => rmSync(name, { force: true, recursive: is_folder })),
      )
    },
  }
}

const writeTo = promisify(write)
const closing = promisify(close)

/** Also whether the folder answers, before anything is opened in it. */
const isThere = (place: string, name: string): Promise<boolean> =>
  isAt(place, name).catch((error: unknown) => {
    if (isSilence(error)) throw error
    return false
  })

/** What answers is never trusted with more than a name. */
function inFolder(file: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,100}$/.test(file)) return file
  throw usage('value', `${echo(file)} is no name of a file.`)
}

const made = (name: string, flag: string): void =>
  orUsage(name, flag, () => {
    mkdirSync(name, { mode: 0o700 })
  })

const opened = (name: string, flag: string): number =>
  orUsage(name, flag, () => openSync(name, 'wx', 0o600))

function orUsage<T>(name: string, flag: string, work: () => T): T {
  try {
    // Named by who typed it: root may write where the owner of the data may not.
    return asRoot(work)
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    throw usage('value', `${flag}: ${echo(name)} cannot be written.`)
  }
}
