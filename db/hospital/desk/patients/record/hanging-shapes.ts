// Identifiers, next of kin and relationships.

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  nullable,
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
  issued_on: optional(nullable(Day)),
  expires_on: optional(nullable(Day)),
})

export type IdentifierInput = Static<typeof IdentifierInput>

export const IdentifierChange = partial({
  issuer: nullable(Text(0, 120)),
  issued_on: nullable(Day),
  expires_on: nullable(Day),
})
export type IdentifierChange = Static<typeof IdentifierChange>

export const VerifyInput = form({ seen_document: Flag, mismatch_reason: optional(Reason) })
export const IdentifierFilters = form({ include_voided: optional(QueryFlag) })

export const KinInput = named(
  'NextOfKinInput',
  form({
    full_name: Text(1, 120),
    relationship: choice(kin_relationships),
    phone: optional(nullable(Phone)),
    alt_phone: optional(nullable(Phone)),
    address: text(300),
    national_id: text(30),
    is_emergency_contact: optional(Flag),
    is_guardian: optional(Flag),
    may_receive_information: optional(Flag),
    linked_patient_id: optional(nullable(Id)),
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
    issued_on: nullable(Day),
    expires_on: nullable(Day),
    verified: Flag,
    verified_by: out(160),
    verified_at: nullable(At),
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
    since: nullable(Day),
    ended_on: nullable(Day),
  }),
)

export const RelationshipInput = form({
  other_patient_id: Id,
  kind: choice(relationship_kinds),
  since: optional(nullable(Day)),
})

export type RelationshipInput = Static<typeof RelationshipInput>
