// What is known of a patient for life: allergies, problems, pregnancy (care 5.2).

import * as allergies from '../../../db/hospital/care/chart/allergies.ts'
import * as pregnancy from '../../../db/hospital/care/chart/pregnancy.ts'
import * as problems from '../../../db/hospital/care/chart/problems.ts'
import {
  AllergyInput,
  AllergyQuery,
  AllergyWhole,
  AskedInput,
  MayReason,
  NoneKnown,
  PatientAllergies,
  PregnancyInput,
  PregnancyStatus,
  PregnancyWritten,
  Problem,
  ProblemFilters,
  ProblemInput,
  ProblemWhole,
  RefuteInput,
  ResolveInput,
  WithReason,
} from '../../../db/hospital/care/chart/shapes.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { nullable } from '../../../db/core/kinds/kinds.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { inBody } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, post, put } from '../words.ts'

const patient = byId(patientRecord.get)
const allergy = byId(allergies.allergyRecord.get)
const problem = byId(problems.whose)

const allergyOf = async (caller: Caller, done: Promise<allergies.AllergyRow>) =>
  allergies.whole(caller, await done)
const problemOf = async (caller: Caller, done: Promise<problems.ProblemRow>) =>
  problems.whole(caller, await done)

export const door = area('chart', [
  list('/patients/:id/problems', {
    summary: 'What goes on with a patient',
    access: 'record:read',
    opens: 'clinical',
    audit: 'problem.list',
    record: patient,
    filters: ProblemFilters,
    each: Problem,
    run: ({ caller, params, query }) => problems.list(caller, params.id, query),
  }),
  create('/clinical/problems', {
    summary: 'Put a problem on the list',
    access: 'problem:write',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: ProblemInput,
    reply: ProblemWhole,
    says: 'Problem recorded.',
    run: ({ caller, body }) => problemOf(caller, problems.open(caller, body)),
  }),
  post('/clinical/problems/:id/deactivate', {
    summary: 'A problem rests',
    access: 'problem:write',
    opens: 'clinical',
    signs: true,
    record: problem,
    body: MayReason,
    body_may_miss: true,
    reply: ProblemWhole,
    says: 'Problem rests.',
    run: ({ caller, params, body }) =>
      problemOf(caller, problems.move(caller, params.id, 'deactivate', body.reason ?? null)),
  }),
  post('/clinical/problems/:id/reactivate', {
    summary: 'A problem is there again',
    access: 'problem:write',
    opens: 'clinical',
    signs: true,
    record: problem,
    body: MayReason,
    body_may_miss: true,
    reply: ProblemWhole,
    says: 'Problem is there again.',
    run: ({ caller, params, body }) =>
      problemOf(caller, problems.move(caller, params.id, 'reactivate', body.reason ?? null)),
  }),
  post('/clinical/problems/:id/resolve', {
    summary: 'A problem is resolved',
    access: 'problem:write',
    opens: 'clinical',
    signs: true,
    record: problem,
    body: ResolveInput,
    body_may_miss: true,
    reply: ProblemWhole,
    says: 'Problem resolved.',
    run: ({ caller, params, body }) => problemOf(caller, problems.resolve(caller, params.id, body)),
  }),
  post('/clinical/problems/:id/void', {
    summary: 'A problem was entered in error',
    access: 'problem:write',
    opens: 'clinical',
    signs: true,
    record: problem,
    body: WithReason,
    reply: ProblemWhole,
    says: 'Problem voided.',
    run: ({ caller, params, body }) =>
      problemOf(caller, problems.move(caller, params.id, 'void', body.reason)),
  }),
  get('/patients/:id/allergies', {
    summary: 'What a patient does not bear, and who asked',
    access: 'record:read',
    opens: 'clinical',
    audit: 'allergy.list',
    record: patient,
    query: AllergyQuery,
    reply: PatientAllergies,
    run: ({ caller, params, query }) => allergies.ofPatient(caller, params.id, query.status),
  }),
  create('/clinical/allergies', {
    summary: 'Record an allergy',
    access: 'allergy:write',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: AllergyInput,
    reply: AllergyWhole,
    says: 'Allergy recorded.',
    run: async ({ caller, body }) => {
      const { row, affected } = await allergies.open(caller, body)
      return allergies.whole(caller, row, affected)
    },
  }),
  post('/clinical/allergies/:id/refute', {
    summary: 'An allergy was tested and is none',
    access: 'allergy:write',
    opens: 'clinical',
    signs: true,
    record: allergy,
    body: RefuteInput,
    reply: AllergyWhole,
    says: 'Allergy refuted.',
    run: ({ caller, params, body }) => allergyOf(caller, allergies.refute(caller, params.id, body)),
  }),
  post('/clinical/allergies/:id/void', {
    summary: 'An allergy was entered in error',
    access: 'allergy:write',
    opens: 'clinical',
    signs: true,
    record: allergy,
    body: WithReason,
    reply: AllergyWhole,
    says: 'Allergy voided.',
    run: ({ caller, params, body }) =>
      allergyOf(caller, allergies.voidAllergy(caller, params.id, body.reason)),
  }),
  post('/patients/:id/allergies/none-known', {
    summary: 'Somebody asked, and no allergy is known',
    access: 'allergy:write',
    opens: 'clinical',
    signs: true,
    record: patient,
    body: AskedInput,
    reply: NoneKnown,
    says: 'No allergy is known.',
    run: ({ caller, params, body }) => allergies.noneKnown(caller, params.id, body.source),
  }),
  get('/patients/:id/pregnancy-status', {
    summary: 'Whether somebody is pregnant, as it was said last',
    access: 'record:read',
    opens: 'clinical',
    audit: 'pregnancy_status.read',
    record: patient,
    reply: nullable(PregnancyStatus),
    run: ({ caller, params }) => pregnancy.find(caller, params.id),
  }),
  put('/patients/:id/pregnancy-status', {
    summary: 'Say whether somebody is pregnant',
    access: 'record:write',
    opens: 'clinical',
    signs: true,
    record: patient,
    body: PregnancyInput,
    reply: PregnancyWritten,
    says: 'Recorded.',
    run: ({ caller, params, body }) => pregnancy.put(caller, params.id, body),
  }),
])
