// The words in which the hospital's doors are written; a code that is no permit is a type error.

import type { Caller } from '../../db/core/caller.ts'
import type { PermitCode } from '../../db/hospital/permits.ts'
import { type Opens, ruled } from '../edge/opens.ts'
import { words } from '../edge/words.ts'

export const {
  get,
  list,
  listed,
  bare,
  file,
  print,
  post,
  create,
  start,
  put,
  patch,
  remove,
  upload,
  deposit,
} = words<PermitCode>()

/** For doors of which no route opens anything of a patient; a test holds them to it. */
export const nobodys = words<PermitCode, Opens>('nobody')

/** The portal's: whose record it is, the token says, and its rules write each reading down (POR-1). */
export const own = words<PermitCode, Opens>(
  ruled('the patient of the token, and nobody else (POR-1)'),
)

/** The look-up of `:id`, for `record`. */
export const byId =
  <R>(find: (caller: Caller, id: string) => Promise<R>) =>
  (caller: Caller, { id }: { readonly id: string }): Promise<R> =>
    find(caller, id)
