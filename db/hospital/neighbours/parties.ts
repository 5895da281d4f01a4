// Names of those who owe and are owed: each kind is known to another area.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

type Names = (
  caller: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
) => Promise<{ id: string; name: string }[]>

const unknown: Names = async () => []

/** Answered by billing. */
export const schemeNames = question<Names>((...asked) => unknown(...asked))
/** Answered by commercial. */
export const clientNames = question<Names>((...asked) => unknown(...asked))
/** Answered by stock. */
export const supplierNames = question<Names>((...asked) => unknown(...asked))
/** Answered by people. */
export const staffNames = question<Names>((...asked) => unknown(...asked))
