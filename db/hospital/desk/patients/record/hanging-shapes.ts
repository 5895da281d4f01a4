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
import { text } from '../shape-parts.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { patient_identifiers, patient_kin, patient_relationships } from './hanging-tables.ts'

const patientIdentifier = fieldsOf(patient_identifiers)
const patientKin = fieldsOf(patient_kin)
const patientRelationship = fieldsOf(patient_relationships)

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
    ...patientIdentifier('id', 'type', 'value', 'issuer', 'issued_on', 'expires_on'),
    ...patientIdentifier('verified', 'verified_by', 'verified_at', 'voided'),
  }),
)

export type Identifier = Static<typeof Identifier>

export const NextOfKin = named(
  'NextOfKin',
  shape({
    ...patientKin('id', 'full_name', 'relationship', 'phone', 'alt_phone'),
    ...patientKin('address', 'national_id', 'is_emergency_contact'),
    ...patientKin('is_guardian', 'may_receive_information', 'linked_patient_id'),
  }),
)

export type NextOfKin = Static<typeof NextOfKin>

export const Relationship = named(
  'Relationship',
  shape({
    ...patientRelationship('id', 'other_patient_id', 'kind', 'since', 'ended_on'),
  }),
)

export const RelationshipInput = form({
  other_patient_id: Id,
  kind: choice(relationship_kinds),
  since: optional(nullable(Day)),
})

export type RelationshipInput = Static<typeof RelationshipInput>
