// Whether this process can open any more files (operations 6.2): new connections are turned away by
// the kernel then, those that run are served.

import { readdir, readFile } from 'node:fs/promises'
import { codeOf } from '../../core/disk.ts'

let limit: number | null = null

/** Looking needs a file itself: where that fails, there are none left. */
export async function filesExhausted(): Promise<boolean> {
  try {
    const open = (await readdir('/proc/self/fd')).length
    limit = softLimit(await readFile('/proc/self/limits', 'utf8'))
    return limit !== null && open >= limit - 1
  } catch (error) {
    return codeOf(error) === 'EMFILE' || codeOf(error) === 'ENFILE'
  }
}

export const openFilesLimit = (): number | null => limit

function softLimit(text: string): number | null {
  const found = /^Max open files\s+(?<soft>\d+)/m.exec(text)?.groups?.['soft']
  return found === undefined ? null : Number(found)
}
