// Every permission that somebody of a hospital may hold.

import { catalogue, isPlatformCode } from '../../db/hospital/permits.ts'

export const everything: readonly string[] = catalogue.filter(
  (code) => !isPlatformCode(code) && code !== 'portal:use',
)
