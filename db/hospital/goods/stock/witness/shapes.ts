import {
  choice,
  form,
  named,
  nullable,
  optional,
  Secret,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { witness_purposes } from './words.ts'

export const WitnessInput = named(
  'WitnessInput',
  form({
    identifier: Text(1, 254),
    password: Secret(),
    code: optional(nullable(Secret(40))),
    purpose: choice(witness_purposes),
  }),
)
export type WitnessInput = Static<typeof WitnessInput>

export const WitnessGiven = named(
  'WitnessGiven',
  shape({
    witness_token: Text(1, 200),
    expires_in: Whole(1),
    name: Text(0, 160),
    licence_no: nullable(Text(0, 60)),
  }),
)
export type WitnessGiven = Static<typeof WitnessGiven>

/** In the bodies of what a second person must stand by. */
export const WitnessToken = optional(nullable(Text(0, 200)))
