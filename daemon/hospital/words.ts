// The words in which the hospital's doors are written; a code that is no permit is a type error.

import type { PermitCode } from '../../db/hospital/permits.ts'
import { words } from '../edge/words.ts'

export const { get, list, bare, file, post, create, start, put, patch, remove, upload, deposit } =
  words<PermitCode>()
