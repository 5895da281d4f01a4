// Folders made where somebody named a place, with what lies above them.

import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from './disk.ts'
import { Refusal } from './refusal.ts'

/**
 * A folder that somebody named, with what lies above it. Node's own `recursive` goes round for ever
 * where a file system answers that nothing is there although what lies above is: under /proc.
 */
export function makeFolders(folder: string, mode = 0o700): void {
  const above = foldersTo(folder)
  const missing = above.findLastIndex((one) => isFolder(one)) + 1
  for (const one of above.slice(missing)) {
    try {
      mkdirSync(one, { mode })
    } catch (error) {
      // Another made it meanwhile.
      if (codeOf(error) !== 'EEXIST' || !isFolder(one)) throw error
    }
  }
}

/** The same for a place that may not answer: nothing waits for it but this. */
export async function makeFoldersAt(folder: string, mode = 0o700): Promise<void> {
  const missing: string[] = []
  for (const one of foldersTo(folder).toReversed()) {
    if (await isFolderAt(one)) break
    missing.push(one)
  }
  for (const one of missing.toReversed()) {
    await mkdir(one, { mode }).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EEXIST' || !(await isFolderAt(one))) throw error
    })
  }
}

/** Told to whoever named it; what is short or closed has words of its own. */
export function makeNamedFolders(folder: string, mode?: number, word = 'usage.value'): void {
  try {
    makeFolders(folder, mode)
  } catch (error) {
    const why = whys[codeOf(error) ?? '']
    if (why === undefined) throw error
    const at = (error as NodeJS.ErrnoException).path ?? folder
    throw new Refusal(
      400,
      why.word ?? word,
      `the folder ${folder} cannot be made: ${why.says(at)}. Name another.`,
    )
  }
}

const whys: Readonly<Record<string, { says: (at: string) => string; word?: string }>> = {
  EACCES: { says: (at) => `this user may not write at ${dirname(at)}`, word: 'not.permitted' },
  EPERM: { says: (at) => `nobody may write at ${dirname(at)}` },
  ENOENT: { says: (at) => `nobody may write at ${dirname(at)}` },
  EROFS: { says: (at) => `${dirname(at)} lies on a disk that is only read` },
  ENOTDIR: { says: (at) => `${dirname(at)} is a file` },
  EEXIST: { says: (at) => `${at} is a file` },
  ENAMETOOLONG: { says: () => 'its name is too long' },
  ENOSPC: { says: () => 'the disk is full', word: 'resources.disk' },
  EDQUOT: { says: () => 'the disk is full', word: 'resources.disk' },
}

/** From the root down to it. */
function foldersTo(folder: string): string[] {
  const whole = resolve(folder)
  const above = dirname(whole)
  return above === whole ? [whole] : [...foldersTo(above), whole]
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const isFolderAt = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
