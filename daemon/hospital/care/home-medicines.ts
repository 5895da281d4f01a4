// What patients take at home (care 5.2).

import * as home from '../../../db/hospital/care/home-medicines/home-medicines.ts'
import {
  HomeMedicine,
  HomeMedicineChange,
  HomeMedicineFilters,
  HomeMedicineInput,
  HomeMedicineWhole,
  StopInput,
  VoidInput,
} from '../../../db/hospital/care/home-medicines/shapes.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { inBody } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, patch, post } from '../words.ts'

const medicine = byId(home.homeRecord.get)
const wholeOf = async (caller: Caller, done: Promise<home.HomeRow>) =>
  home.whole(caller, await done)

export const door = area('home-medicines', [
  list('/patients/:id/home-medicines', {
    summary: 'What a patient takes at home',
    access: 'record:read',
    opens: 'clinical',
    audit: 'home_medicine.list',
    record: byId(patientRecord.get),
    filters: HomeMedicineFilters,
    each: HomeMedicine,
    run: ({ caller, params, query }) => home.list(caller, params.id, query),
  }),
  create('/clinical/home-medicines', {
    summary: 'Write down what a patient takes at home',
    access: 'problem:write',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: HomeMedicineInput,
    reply: HomeMedicineWhole,
    says: 'Written down.',
    run: ({ caller, body }) => wholeOf(caller, home.open(caller, body)),
  }),
  patch('/clinical/home-medicines/:id', {
    summary: 'How a medicine is taken at home',
    access: 'problem:write',
    opens: 'clinical',
    signs: true,
    record: medicine,
    body: HomeMedicineChange,
    reply: HomeMedicineWhole,
    says: 'Changed.',
    run: ({ caller, params, body }) => wholeOf(caller, home.change(caller, params.id, body)),
  }),
  post('/clinical/home-medicines/:id/stop', {
    summary: 'A medicine is no longer taken at home',
    access: 'problem:write',
    opens: 'clinical',
    signs: true,
    record: medicine,
    body: StopInput,
    body_may_miss: true,
    reply: HomeMedicineWhole,
    says: 'Stopped.',
    run: ({ caller, params, body }) => wholeOf(caller, home.stop(caller, params.id, body)),
  }),
  post('/clinical/home-medicines/:id/void', {
    summary: 'A medicine at home was entered in error',
    access: 'problem:write',
    opens: 'clinical',
    signs: true,
    record: medicine,
    body: VoidInput,
    reply: HomeMedicineWhole,
    says: 'Voided.',
    run: ({ caller, params, body }) => wholeOf(caller, home.voidIt(caller, params.id, body.reason)),
  }),
])
