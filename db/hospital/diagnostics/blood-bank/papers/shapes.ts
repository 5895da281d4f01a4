import {
  choice,
  form,
  Id,
  optional,
  nullAsAbsent,
  some,
  type Static,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'

export const BloodLabelsInput = form({
  unit_ids: optional(some(Id, 100)),
  donation_ids: optional(some(Id, 100)),
  sample_ids: optional(some(Id, 100)),
  copies: optional(nullAsAbsent(Whole(1, 10))),
})
export type BloodLabelsInput = Static<typeof BloodLabelsInput>

export const RequestPaperQuery = form({
  kind: optional(choice(['tag', 'request'])),
  language: optional(choice(languages)),
})
export const TransfusionPaperQuery = form({ language: optional(choice(languages)) })
export const DonorPaperQuery = form({
  kind: optional(choice(['card', 'slip'])),
  language: optional(choice(languages)),
})
