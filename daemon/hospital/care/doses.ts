// What is given on the ward, and what is not (care 5.9).

import type { Caller } from '../../../db/core/caller.ts'
import { ask } from '../../../db/hospital/care/medicines/doses/asking.ts'
import { type Dosed, give } from '../../../db/hospital/care/medicines/doses/giving.ts'
import * as infusing from '../../../db/hospital/care/medicines/doses/infusing.ts'
import * as leaving from '../../../db/hospital/care/medicines/doses/leaving-out.ts'
import { doseRecord } from '../../../db/hospital/care/medicines/doses/record.ts'
import {
  AcknowledgeInput,
  Dose,
  DoseFilters,
  DoseInput,
  DoseReason,
  DoseVoid,
  DoseWhole,
  DueQuery,
  FinishInput,
  GiveInput,
  Mar,
  MarQuery,
  NotGiven,
  PauseInput,
  RateInput,
  ResumeInput,
  StartInput,
} from '../../../db/hospital/care/medicines/doses/shapes.ts'
import { due, list as dosesOf, mar, whole } from '../../../db/hospital/care/medicines/doses/view.ts'
import { admissionRecord } from '../../../db/hospital/care/wards/admissions/record.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, listed, post } from '../words.ts'

const record = byId(doseRecord.get)

const dosed = async (caller: Caller, done: Promise<Dosed>) => {
  const { row, warnings } = await done
  return whole(caller, row.id, warnings)
}
const moved = async (caller: Caller, done: Promise<{ id: string }>) =>
  whole(caller, (await done).id)

export const door = area('doses', [
  list('/nursing/doses', {
    summary: 'Doses: those to give, and those that were given',
    access: 'dose:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'dose.list',
    filters: DoseFilters,
    each: Dose,
    run: ({ caller, query }) => dosesOf(caller, query),
  }),
  create('/nursing/doses', {
    summary: 'A dose when needed, or without a prescription; given at once where that is asked',
    access: 'dose:give',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: DoseInput,
    reply: DoseWhole,
    says: 'Dose recorded.',
    run: ({ caller, body }) => dosed(caller, ask(caller, body)),
  }),
  listed('/nursing/doses/due', {
    summary: 'What a ward gives now',
    access: 'dose:read',
    opens: 'many',
    audit: 'dose.due',
    query: DueQuery,
    each: Dose,
    run: ({ caller, query }) => due(caller, query),
  }),
  get('/nursing/doses/:id', {
    summary: 'One dose',
    access: 'dose:read',
    opens: 'clinical',
    audit: 'dose.read',
    record,
    reply: DoseWhole,
    run: ({ caller, params }) => whole(caller, params.id),
  }),
  post('/nursing/doses/:id/give', {
    summary: 'Give a dose',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: GiveInput,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Given.',
    run: ({ caller, params, body }) => dosed(caller, give(caller, params.id, body)),
  }),
  post('/nursing/doses/:id/start', {
    summary: 'Begin an infusion',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: StartInput,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Runs.',
    run: ({ caller, params, body }) => dosed(caller, infusing.start(caller, params.id, body)),
  }),
  post('/nursing/doses/:id/set-rate', {
    summary: 'Another rate of an infusion',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    record,
    body: RateInput,
    reply: DoseWhole,
    says: 'Rate changed.',
    run: ({ caller, params, body }) => moved(caller, infusing.setRate(caller, params.id, body)),
  }),
  post('/nursing/doses/:id/pause', {
    summary: 'An infusion rests',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    record,
    body: PauseInput,
    reply: DoseWhole,
    says: 'Rests.',
    run: ({ caller, params, body }) => moved(caller, infusing.pause(caller, params.id, body)),
  }),
  post('/nursing/doses/:id/resume', {
    summary: 'An infusion that rested runs again',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    record,
    body: ResumeInput,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Runs again.',
    run: ({ caller, params, body }) => dosed(caller, infusing.resume(caller, params.id, body)),
  }),
  post('/nursing/doses/:id/finish', {
    summary: 'An infusion has ended',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: FinishInput,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Ended.',
    run: ({ caller, params, body }) => moved(caller, infusing.finish(caller, params.id, body)),
  }),
  post('/nursing/doses/:id/withhold', {
    summary: 'A dose is withheld',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    record,
    body: NotGiven,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Withheld.',
    run: ({ caller, params, body }) =>
      moved(caller, leaving.leaveOut(caller, params.id, 'withhold', body)),
  }),
  post('/nursing/doses/:id/refuse', {
    summary: 'A dose was refused',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    record,
    body: NotGiven,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Refused.',
    run: ({ caller, params, body }) =>
      moved(caller, leaving.leaveOut(caller, params.id, 'refuse', body)),
  }),
  post('/nursing/doses/:id/not-available', {
    summary: 'A dose is not there',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    record,
    body: NotGiven,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Not available.',
    run: ({ caller, params, body }) =>
      moved(caller, leaving.leaveOut(caller, params.id, 'not_available', body)),
  }),
  post('/nursing/doses/:id/miss', {
    summary: 'A dose was missed',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    record,
    body: NotGiven,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Missed.',
    run: ({ caller, params, body }) =>
      moved(caller, leaving.leaveOut(caller, params.id, 'miss', body)),
  }),
  post('/nursing/doses/:id/undo', {
    summary: 'Not given after all, within minutes, by who gave it',
    access: 'dose:give',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: DoseReason,
    reply: DoseWhole,
    says: 'Taken back.',
    run: ({ caller, params, body }) => moved(caller, leaving.undo(caller, params.id, body.reason)),
  }),
  post('/nursing/doses/:id/void', {
    summary: 'A dose was entered in error',
    access: 'dose:void',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: DoseVoid,
    reply: DoseWhole,
    says: 'Voided.',
    run: ({ caller, params, body }) => moved(caller, leaving.voidDose(caller, params.id, body)),
  }),
  post('/nursing/doses/:id/acknowledge', {
    summary: 'Answer for what was given without a prescription',
    access: 'prescription:acknowledge',
    opens: 'clinical',
    signs: true,
    record,
    body: AcknowledgeInput,
    body_may_miss: true,
    reply: DoseWhole,
    says: 'Acknowledged.',
    run: ({ caller, params, body }) =>
      moved(caller, leaving.acknowledge(caller, params.id, body.note)),
  }),
  get('/admissions/:id/mar', {
    summary: 'The chart of a day: every medicine of a stay, and what was given of it',
    access: 'dose:read',
    opens: 'clinical',
    audit: 'dose.mar',
    record: byId(admissionRecord.get),
    query: MarQuery,
    reply: Mar,
    run: ({ caller, params, query }) => mar(caller, params.id, query.date),
  }),
])
