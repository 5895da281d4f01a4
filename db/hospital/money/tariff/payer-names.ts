// Names of payers as people write them: without case and doubled spaces (BIL-12).

import { folded } from '../../../store/table.ts'

export const keyOfPayer = (name: string | null | undefined): string => {
  const long = folded((name ?? '').trim()).replaceAll(/\s+/g, ' ')
  const key = [...long].slice(0, 160).join('')
  return selves.has(key) ? '' : key
}

/** BIL-12: these words mean the patient pays. */
const selves: ReadonlySet<string> = new Set(['', 'self', 'self pay', 'cash', 'private'])
