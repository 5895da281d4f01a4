// Numbers that others have given a patient.

import {
  Identifier,
  IdentifierChange,
  IdentifierFilters,
  IdentifierInput,
  VerifyInput,
} from '../../../db/hospital/desk/patients/record/hanging-shapes.ts'
import * as identifiers from '../../../db/hospital/desk/patients/record/identifier-moves.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { Why } from '../../../db/hospital/desk/patients/shape-parts.ts'
import { area } from '../../edge/route.ts'
import { byId, create, listed, patch, post } from '../words.ts'

const patient = byId(patientRecord.get)
const record = byId(identifiers.identifierRecord.get)

export const door = area('identifiers', [
  listed('/patients/:id/identifiers', {
    summary: 'Numbers of a patient',
    access: 'patient:read',
    opens: 'record',
    audit: 'identifier.read',
    record: patient,
    query: IdentifierFilters,
    each: Identifier,
    run: async ({ caller, params, query }) => {
      const { id, status } = await patientRecord.get(caller, params.id)
      return status === 'MERGED' ? [] : identifiers.identifiersOf(caller, id, query.include_voided)
    },
  }),
  create('/patients/:id/identifiers', {
    summary: 'Add a number',
    access: 'patient:update',
    opens: 'record',
    record: patient,
    body: IdentifierInput,
    reply: Identifier,
    says: 'Number added.',
    run: ({ caller, params, body }) => identifiers.add(caller, params.id, body),
  }),
  patch('/identifiers/:id', {
    summary: 'Say who issued a number, and until when it holds',
    access: 'patient:update',
    opens: 'record',
    record,
    body: IdentifierChange,
    reply: Identifier,
    says: 'Number changed.',
    run: ({ caller, params, body }) => identifiers.change(caller, params.id, body),
  }),
  post('/identifiers/:id/verify', {
    summary: 'Say that the document was seen',
    access: 'patient:verify',
    opens: 'record',
    record,
    body: VerifyInput,
    reply: Identifier,
    says: 'Number verified.',
    run: ({ caller, params, body }) => identifiers.verify(caller, params.id, body),
  }),
  post('/identifiers/:id/void', {
    summary: 'Void a number',
    access: 'patient:update',
    opens: 'record',
    record,
    body: Why,
    reply: Identifier,
    says: 'Number voided.',
    run: ({ caller, params, body }) => identifiers.voided(caller, params.id, body.reason),
  }),
])
