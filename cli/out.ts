// The file behind --out or --report: written by the client as it comes, for its owner alone, whole or not at all.

import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Piece, Words } from '../db/deployment/line.ts'
import { codeOf } from '../db/disk.ts'
import { echo, usage } from './usage.ts'

export interface OutFile {
  write(piece: Piece): void
  end(whole: boolean): void
}

export const no_file: OutFile = { write: () => undefined, end: () => undefined }

export function outFile(flags: Readonly<Record<string, Words>>): OutFile {
  let handle: number | null = null
  const flag = flags['report'] === undefined ? 'out' : 'report'
  const path = flags[flag]
  const name = typeof path === 'string' ? path : null
  if (name !== null && existsSync(name))
    throw usage('value', `--${flag}: ${echo(name)} is there already.`)
  return {
    write({ base64 }) {
      if (name === null) return
      handle ??= opened(flag, name)
      writeSync(handle, Buffer.from(base64, 'base64'))
    },
    end(whole) {
      if (handle === null || name === null) return
      closeSync(handle)
      handle = null
      if (!whole) rmSync(name, { force: true })
    },
  }
}

function opened(flag: string, name: string): number {
  try {
    return openSync(name, 'wx', 0o600)
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    throw usage('value', `--${flag}: ${echo(name)} cannot be written.`)
  }
}
