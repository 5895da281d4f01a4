// What a reaction keeps, part by part.

import type { imputabilities, reaction_severities, reaction_types, Sign } from '../words.ts'

export interface Report {
  onset_at: string
  signs: Sign[]
  volume_given_ml: number | null
  actions: string
  doctor_name: string | null
  /** What was kept before it was asked does not say. */
  infection?: boolean
}

export interface Investigation {
  clerical_ok: boolean
  repeat_group: string | null
  repeat_crossmatch: string | null
  dat: string | null
  haemolysis: string | null
  bag_culture: string | null
  note: string | null
}

export interface Conclusion {
  type: (typeof reaction_types)[number]
  severity: (typeof reaction_severities)[number]
  imputability: (typeof imputabilities)[number]
  preventable: boolean | null
  action: string | null
  /** Found when it was looked into, of a DELAYED_HAEMOLYTIC one. */
  antibody?: string | null
}
