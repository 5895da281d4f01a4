// Vaccines (care 5.13): who was given them, who is due, the vials they come from.

import type { Caller } from '../../../db/core/caller.ts'
import * as deferrals from '../../../db/hospital/care/immunisation/deferrals.ts'
import * as due from '../../../db/hospital/care/immunisation/due.ts'
import { give, voidIt } from '../../../db/hospital/care/immunisation/giving.ts'
import { cardOnPaper } from '../../../db/hospital/care/immunisation/on-paper.ts'
import {
  deferralRecord,
  immunisationRecord,
  vialRecord,
} from '../../../db/hospital/care/immunisation/record.ts'
import {
  Deferral,
  DeferralInput,
  DueFilters,
  DueLine,
  EndInput,
  Immunised,
  ImmunisedNow,
  ImmunisedWords,
  ImmunisationInput,
  ImmunisationWhole,
  Vaccine,
  VaccineWords,
  Vial,
  VialDiscard,
  VialFilters,
  VialInput,
  VoidInput,
} from '../../../db/hospital/care/immunisation/shapes.ts'
import * as vaccines from '../../../db/hospital/care/immunisation/vaccines.ts'
import * as vials from '../../../db/hospital/care/immunisation/vials.ts'
import * as view from '../../../db/hospital/care/immunisation/view.ts'
import { CardWords } from '../../../db/hospital/desk/patients/record/card-shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { immunisationCard } from '../../../templates/immunisation-card.ts'
import { inBody } from '../../edge/opens.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, listed, post } from '../words.ts'

const patient = byId(patientRecord.get)
const vial = byId(vialRecord.get)
const vialShown = async (caller: Caller, done: Promise<Parameters<typeof vials.shown>[1]>) =>
  vials.shown(caller, await done)

export const door = area('immunisation', [
  listed('/vaccines', {
    summary: 'The vaccines that are known here, with the goods that they are',
    access: 'immunisation:read',
    opens: 'nobody',
    audit: 'vaccine.list',
    query: VaccineWords,
    each: Vaccine,
    run: ({ caller, query }) => vaccines.list(caller, query),
  }),
  get('/patients/:id/immunisations', {
    summary: 'What somebody was given, and what is due',
    access: 'immunisation:read',
    opens: 'clinical',
    audit: 'immunisation.read',
    record: patient,
    query: ImmunisedWords,
    reply: Immunised,
    run: ({ caller, params, query }) => view.ofPatient(caller, params.id, query),
  }),
  file('/patients/:id/immunisation-card', {
    summary: 'The immunisation card, as a PDF',
    access: 'immunisation:read',
    opens: 'clinical',
    audit: 'immunisation.print',
    record: patient,
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await cardOnPaper(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(immunisationCard({ ...made, head }), `immunisations-${made.number}`)
    },
  }),
  create('/immunisations', {
    summary: 'Give vaccines, or enter what stands on a card; all of them or none',
    access: 'immunisation:give',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    again: true,
    body: ImmunisationInput,
    reply: ImmunisedNow,
    says: 'Written down.',
    run: async ({ caller, body }) => {
      const warnings = await give(caller, body)
      return { ...(await view.ofPatient(caller, body.patient_id)), warnings }
    },
  }),
  post('/immunisations/:id/void', {
    summary: 'A vaccine was entered in error',
    access: 'immunisation:give',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(immunisationRecord.get),
    body: VoidInput,
    reply: ImmunisationWhole,
    says: 'Voided.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await voidIt(caller, params.id, body.reason)),
  }),
  list('/immunisations/due', {
    summary: 'Who is due for which vaccine, the youngest first',
    access: 'immunisation:read',
    sheet: 'immunisations-due',
    opens: 'many',
    audit: 'immunisation.due',
    filters: DueFilters,
    each: DueLine,
    run: ({ caller, query }) => due.list(caller, query),
  }),
  create('/immunisation-deferrals', {
    summary: 'Somebody must not have a vaccine, or not yet, or does not want it',
    access: 'immunisation:give',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: DeferralInput,
    reply: Deferral,
    says: 'Written down.',
    run: async ({ caller, body }) => deferrals.shown(await deferrals.open(caller, body)),
  }),
  post('/immunisation-deferrals/:id/end', {
    summary: 'A vaccine may be given again',
    access: 'immunisation:give',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(deferralRecord.get),
    body: EndInput,
    reply: Deferral,
    says: 'Ended.',
    run: async ({ caller, params, body }) =>
      deferrals.shown(await deferrals.end(caller, params.id, body.reason)),
  }),
  list('/vials', {
    summary: 'Vials that are open, and those that were',
    access: 'immunisation:read',
    opens: 'nobody',
    audit: 'vial.list',
    filters: VialFilters,
    each: Vial,
    run: ({ caller, query }) => vials.list(caller, query),
  }),
  create('/vials', {
    summary: 'Open a vial out of the store',
    access: 'immunisation:give',
    opens: 'nobody',
    signs: true,
    once: true,
    body: VialInput,
    reply: Vial,
    says: 'Vial opened.',
    run: ({ caller, body }) => vialShown(caller, vials.open(caller, body)),
  }),
  post('/vials/:id/finish', {
    summary: 'Close a vial: what is left of it is waste',
    access: 'immunisation:give',
    opens: 'nobody',
    signs: true,
    once: true,
    record: vial,
    reply: Vial,
    says: 'Vial closed.',
    run: ({ caller, params }) => vialShown(caller, vials.finish(caller, params.id)),
  }),
  post('/vials/:id/discard', {
    summary: 'Throw a vial away, with the reason',
    access: 'immunisation:give',
    opens: 'nobody',
    signs: true,
    once: true,
    record: vial,
    body: VialDiscard,
    reply: Vial,
    says: 'Vial thrown away.',
    run: ({ caller, params, body }) =>
      vialShown(caller, vials.discard(caller, params.id, body.reason)),
  }),
])
