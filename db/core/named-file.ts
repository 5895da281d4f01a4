// A file or folder that a person named. What is wrong with the name is told in a sentence; what goes
// wrong with the disk stays a fault.

import { codeOf } from './disk.ts'
import { Refusal } from './refusal.ts'

const why: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EISDIR: 'is a folder',
  ENOTDIR: 'is no folder',
  EACCES: 'may not be touched by this account',
  EPERM: 'may not be touched by this account',
  EROFS: 'lies where nothing can be written',
  ENAMETOOLONG: 'is too long a name',
  ELOOP: 'leads in a circle',
}

/** The sentence about it, or the error itself. */
export function ofNamed(file: string, error: unknown): unknown {
  const said = why[codeOf(error) ?? '']
  if (said === undefined) return error
  const name = file.replace(/\p{C}/gu, '?').slice(0, 100)
  return new Refusal(400, 'usage.value', `${name} ${said}.`)
}
