// Anchors outside the database (PLT-116): one line of JSON each, in a file that is only added to.
// Whoever rewrites the whole history in the database still has this file against him.

import { open, readFile } from 'node:fs/promises'

export interface AnchorLine {
  date: string
  hospital_id: string
  seq: number
  rows: number
  hash: string
  written_at: string
}

export interface AnchorLog {
  lines: AnchorLine[]
  /** Numbers of the lines that are no anchor. */
  unreadable: number[]
}

let file: string | null = null

/** `audit-anchors.log` beside the database; null keeps none. */
export function setAnchorLog(path: string | null): void {
  file = path
}

export const anchorLogOn = (): boolean => file !== null

export async function appendAnchors(lines: readonly AnchorLine[]): Promise<void> {
  if (file === null || lines.length === 0) return
  const log = await open(file, 'a', 0o640)
  try {
    await log.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await log.sync()
  } finally {
    await log.close()
  }
}

/** One hospital's anchors; no file is no anchors, for it may be the first start. */
export async function readAnchors(hospital_id: string): Promise<AnchorLog> {
  if (file === null) return { lines: [], unreadable: [] }
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const log: AnchorLog = { lines: [], unreadable: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const anchor = anchorOf(line)
    if (anchor === undefined) log.unreadable.push(index + 1)
    else if (anchor.hospital_id === hospital_id) log.lines.push(anchor)
  }
  return log
}

function anchorOf(line: string): AnchorLine | undefined {
  try {
    const read = JSON.parse(line) as Partial<AnchorLine> | null
    return typeof read?.hospital_id === 'string' &&
      Number.isSafeInteger(read.seq) &&
      typeof read.hash === 'string'
      ? (read as AnchorLine)
      : undefined
  } catch {
    return undefined
  }
}
