// Settings as they are shown: never with a password inside.

import type { Written } from '../../db/appliance/configuration/kinds.ts'

export function withoutPassword(written: Written | null): Written | null {
  const url = typeof written === 'string' ? URL.parse(written) : null
  if (url === null || url.password === '') return written
  url.password = '***'
  return url.toString()
}

/** What a process goes by, and what it would read now. */
export interface Differs {
  key: string
  was: Written | null
  is: Written | null
}

export const shownValue = (value: Written | null): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
