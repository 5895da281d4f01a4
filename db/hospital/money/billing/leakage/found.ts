// What every finder says of one thing that brought no money.

import type { LeakageKind } from './words.ts'

export interface Found {
  kind: LeakageKind
  facility_id: string
  source: string
  source_id: string
  patient_id: string | null
  visit_id: string | null
  bill_id: string | null
  department: string | null
  code: string | null
  description: string | null
  /** Minor units. */
  value: number
  found_on: string
}

/** Days of the branch, both included. */
export interface Days {
  from: string
  to: string
}
