// What goes in and what comes out about versions of signed records.

import {
  AnyObject,
  choice,
  form,
  nullable,
  named,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { version_kinds } from './words.ts'

/** `reason is required (3 to 300 characters).` in every case (front office 6). */
export const AmendReason = Object.assign(
  { ...Reason },
  {
    complaint: 'is required (3 to 300 characters).',
  },
) as typeof Reason

export const VoidInput = form({ reason: AmendReason })

export const RecordVersion = named(
  'RecordVersion',
  shape({
    version: Whole(1),
    kind: choice(version_kinds),
    at: Text(24, 24),
    by_name: Text(1, 160),
    reason: nullable(Text(1, 300)),
    /** Field by field: what it was and what it became. */
    changes: AnyObject,
    content: AnyObject,
  }),
)
export type RecordVersion = Static<typeof RecordVersion>
