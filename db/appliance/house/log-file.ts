// The log as a file (OPS-31): turned over when it is large, a few kept, read back line by line.

import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { Writable } from 'node:stream'

export interface LogFile {
  path: string
  max_bytes: number
  keep: number
}

/** A place that cannot be written to never stops the work: the line is dropped. */
export function openLogFile({ path, max_bytes, keep }: LogFile): Writable {
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return new Writable({
    decodeStrings: false,
    write(this: Writable, text: string, _as, done) {
      try {
        if (bytes > max_bytes) {
          turnOver(path, keep)
          bytes = 0
        }
        appendFileSync(path, text, { mode: 0o640 })
        bytes += Buffer.byteLength(text)
      } catch {
        // Whoever writes counts it, and says so when there is room again.
        this.emit('drop')
      }
      done()
    },
  })
}

function turnOver(path: string, keep: number): void {
  rmSync(`${path}.${keep}`, { force: true })
  for (let n = keep - 1; n >= 1; n--) {
    if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
  }
  renameSync(path, `${path}.1`)
}

const tail_bytes = 4 * 1024 ** 2

export type LogLine = Record<string, unknown> & { ts?: string; level?: string; msg?: string }

/** The last lines, oldest first; of a large file its end. */
export function lastLines(path: string): LogLine[] {
  const { size } = statSync(path)
  const from = Math.max(0, size - tail_bytes)
  const part = Buffer.alloc(size - from)
  const handle = openSync(path, 'r')
  try {
    readSync(handle, part, 0, part.length, from)
  } finally {
    closeSync(handle)
  }
  const all = part.toString('utf8').split('\n')
  return (from > 0 ? all.slice(1) : all).filter(Boolean).map(readLine)
}

export function readLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return { msg: text }
  }
}
