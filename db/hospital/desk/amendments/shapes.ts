// What goes in and what comes out about versions of signed records.

import { AnyObject, form, named, Reason, type Static, shape } from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { record_versions } from './tables.ts'

const recordVersion = fieldsOf(record_versions)

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
    ...recordVersion('version', 'kind', 'at', 'by_name', 'reason'),
    /** Field by field: what it was and what it became. */
    changes: AnyObject,
    content: AnyObject,
  }),
)
export type RecordVersion = Static<typeof RecordVersion>
