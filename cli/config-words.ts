// Settings as they are shown: never with a password inside.

import type { Written } from '../db/configuration/kinds.ts'

export function withoutPassword(written: Written | null): Written | null {
  const url = typeof written === 'string' ? URL.parse(written) : null
  if (url === null || url.password === '') return written
  url.password = '***'
  return url.toString()
}
