// Which other programs have a file open (operations 6.2), where this system lets it be seen.

import { readdir, readFile, readlink } from 'node:fs/promises'
import { isOwnReader } from '../../store/engines/sqlite-process.ts'

export interface Holder {
  program: string
  pid: number
}

/** Own files first: of processes of other users nothing is seen but to root. */
export async function holdersOf(file: string): Promise<Holder[]> {
  const wanted = new Set(['', '-wal', '-shm', '-journal'].map((end) => `${file}${end}`))
  const found: Holder[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid || isOwnReader(pid)) continue
    if (await hasOpen(pid, wanted)) found.push({ pid, program: await programOf(pid) })
  }
  return found
}

async function hasOpen(pid: number, wanted: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  for (const name of await readdir(folder).catch(() => [])) {
    if (wanted.has(await readlink(`${folder}/${name}`).catch(() => ''))) return true
  }
  return false
}

const programOf = async (pid: number): Promise<string> =>
  (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'a program')).trim()
