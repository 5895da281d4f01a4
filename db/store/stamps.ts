// Columns that most records share.

import { clock } from '../core/clock.ts'
import { instant, integer, nullable, otherwise, text } from './columns.ts'

export const stamps = {
  created_at: otherwise(instant(), () => clock.instant()),
  updated_at: otherwise(instant(), () => clock.instant()),
}

/** For records that several people may edit at once (foundations 3.10). */
export const versioned = { ...stamps, version: otherwise(integer(), 1) }

/** What a person searches in; kept by the table itself. */
export const searched_max = 2000
export const searched = { search_text: nullable(text(searched_max)) }
