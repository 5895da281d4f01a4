// Identifiers, next of kin and relationships.

import {
  asked,
  choice,
  Day,
  Flag,
  form,
  Id,
  maybe,
  named,
  partial,
  Phone,
  QueryFlag,
  Reason,
  type Static,
  shape,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { identifier_types, kin_relationships, relationship_kinds } from '../words.ts'
import { text, out, At } from '../shape-parts.ts'

export const IdentifierInput = form({
  type: choice(identifier_types),
  value: Text(1, 60),
  issuer: text(120),
  issued_on: asked(maybe(Day)),
  expires_on: asked(maybe(Day)),
})

export type IdentifierInput = Static<typeof IdentifierInput>

export const IdentifierChange = partial({
  issuer: maybe(Text(0, 120)),
  issued_on: maybe(Day),
  expires_on: maybe(Day),
})
export type IdentifierChange = Static<typeof IdentifierChange>

export const VerifyInput = form({ seen_document: Flag, mismatch_reason: asked(Reason) })
export const IdentifierFilters = form({ include_voided: asked(QueryFlag) })

export const KinInput = named(
  'NextOfKinInput',
  form({
    full_name: Text(1, 120),
    relationship: choice(kin_relationships),
    phone: asked(maybe(Phone)),
    alt_phone: asked(maybe(Phone)),
    address: text(300),
    national_id: text(30),
    is_emergency_contact: asked(Flag),
    is_guardian: asked(Flag),
    may_receive_information: asked(Flag),
    linked_patient_id: asked(maybe(Id)),
  }),
)

export type KinInput = Static<typeof KinInput>

export const Identifier = named(
  'Identifier',
  shape({
    id: Text(1, 36),
    type: choice(identifier_types),
    value: Text(1, 60),
    issuer: out(120),
    issued_on: maybe(Day),
    expires_on: maybe(Day),
    verified: Flag,
    verified_by: out(160),
    verified_at: maybe(At),
    voided: Flag,
  }),
)

export type Identifier = Static<typeof Identifier>

export const NextOfKin = named(
  'NextOfKin',
  shape({
    id: Text(1, 36),
    full_name: Text(1, 120),
    relationship: choice(kin_relationships),
    phone: out(20),
    alt_phone: out(20),
    address: out(300),
    national_id: out(30),
    is_emergency_contact: Flag,
    is_guardian: Flag,
    may_receive_information: Flag,
    linked_patient_id: out(36),
  }),
)

export type NextOfKin = Static<typeof NextOfKin>

export const Relationship = named(
  'Relationship',
  shape({
    id: Text(1, 36),
    other_patient_id: Text(1, 36),
    kind: choice(relationship_kinds),
    since: maybe(Day),
    ended_on: maybe(Day),
  }),
)

export const RelationshipInput = form({
  other_patient_id: Id,
  kind: choice(relationship_kinds),
  since: asked(maybe(Day)),
})

export type RelationshipInput = Static<typeof RelationshipInput>
