// How much room the disk of the data must have (OPS-44), for whoever looks at it: readiness, the
// system check, the doctor.

import { sizeInWords } from './sizes.ts'

export interface DiskLimits {
  warn: number
  refuse_uploads: number
  read_only: number
}

let limits: DiskLimits = {
  warn: 5 * 1024 ** 3,
  refuse_uploads: 768 * 1024 ** 2,
  read_only: 256 * 1024 ** 2,
}

/** Once at start, from the configuration. */
export function setDiskLimits(given: DiskLimits): void {
  limits = given
}

export const diskLimits = (): DiskLimits => limits

export interface Judged {
  state: 'OK' | 'WARN' | 'BAD'
  message: string
}

export function judgeDisk(free: number, against: DiskLimits = limits): Judged {
  const left = `${sizeInWords(free)} are free`
  if (free < against.read_only) return { state: 'BAD', message: `${left}: nothing can be changed` }
  if (free < against.refuse_uploads) return { state: 'BAD', message: `${left}: no file is taken` }
  if (free < against.warn) return { state: 'WARN', message: `${left}, less than there should be` }
  return { state: 'OK', message: left }
}
