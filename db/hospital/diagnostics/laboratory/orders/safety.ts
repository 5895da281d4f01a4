// What is asked before rays, contrast and magnets (diagnostics 2.10): an order may bring the answers along.

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  named,
  nullable,
  optional,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'

export const pregnancy_answers = ['NO', 'YES', 'UNKNOWN', 'NOT_ASKED'] as const
export const answers = ['NO', 'YES', 'UNKNOWN'] as const
export type Answer = (typeof answers)[number]
export const metals = [
  'pacemaker',
  'aneurysm_clip',
  'cochlear_implant',
  'eye_fragment',
  'shrapnel',
  'other_implant',
] as const
export type Metal = (typeof metals)[number]

const answer = optional(nullable(choice(answers)))
const flag = optional(nullable(Flag))

export const SafetyInput = named(
  'ImagingSafetyInput',
  form({
    pregnancy: optional(nullable(choice(pregnancy_answers))),
    lmp: optional(nullable(Day)),
    breastfeeding: flag,
    contrast_planned: flag,
    contrast_reaction: answer,
    asthma: answer,
    metformin: answer,
    kidney_disease: answer,
    diabetes: answer,
    thyroid: answer,
    metal: optional(
      nullable(
        form({
          pacemaker: answer,
          aneurysm_clip: answer,
          cochlear_implant: answer,
          eye_fragment: answer,
          shrapnel: answer,
          other_implant: answer,
        }),
      ),
    ),
    claustrophobia: flag,
    weight_kg: optional(nullable(Decimal(0.3, 500))),
    sedation: flag,
    mr_conditional: optional(nullable(Text(0, 300))),
  }),
)
export type SafetyInput = Static<typeof SafetyInput>
