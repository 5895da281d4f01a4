// Specimens: found, labelled, collected, received, refused (diagnostics 5.3).

import { within } from '../../../db/store/connection.ts'
import * as collecting from '../../../db/hospital/diagnostics/laboratory/specimens/collecting.ts'
import { specimenRecord } from '../../../db/hospital/diagnostics/laboratory/specimens/record.ts'
import { reject } from '../../../db/hospital/diagnostics/laboratory/specimens/rejecting.ts'
import {
  CollectInput,
  LabelsInput,
  ReceiveInput,
  Rejected,
  RejectInput,
  Specimen,
  SpecimenFilters,
  SpecimenWhole,
} from '../../../db/hospital/diagnostics/laboratory/specimens/shapes.ts'
import { labelsOf } from '../../../db/hospital/diagnostics/laboratory/papers/labels.ts'
import * as specimens from '../../../db/hospital/diagnostics/laboratory/specimens/view.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { labelsReply } from '../../edge/papers.ts'
import { inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, get, list, post, print } from '../words.ts'

const record = byId(specimenRecord.get)

export const door = area('specimens', [
  list('/diagnostics/specimens', {
    summary: 'Specimens, and where they are',
    access: 'diagnostic:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'specimen.list',
    filters: SpecimenFilters,
    each: Specimen,
    run: ({ caller, query }) => specimens.list(caller, query),
  }),
  get('/diagnostics/specimens/:id', {
    summary: 'One specimen, with what happened to it',
    access: 'diagnostic:read',
    opens: 'clinical',
    audit: 'specimen.read',
    record,
    reply: SpecimenWhole,
    run: ({ caller, params }) => specimens.whole(caller, params.id),
  }),
  print('/diagnostics/specimens/labels', {
    summary: 'Labels of specimens, as a PDF',
    access: 'specimen:collect',
    opens: 'many',
    body: LabelsInput,
    content_type: 'application/pdf',
    run: async ({ caller, body }) =>
      labelsReply(await within(() => labelsOf(caller, body)), body.size),
  }),
  post('/diagnostics/specimens/collect', {
    summary: 'Specimens of one patient were collected',
    access: 'specimen:collect',
    opens: 'many',
    once: true,
    transaction: 'rule',
    body: CollectInput,
    reply: listOf(Specimen),
    says: 'Specimens collected.',
    run: async ({ caller, body }) => {
      const fits = await within(() => collecting.wristbandFits(caller, body))
      if (!fits) throw collecting.wrongPatient()
      return within(async () => specimens.shownAll(caller, await collecting.collect(caller, body)))
    },
  }),
  post('/diagnostics/specimens/receive', {
    summary: 'Specimens came to the laboratory',
    access: 'specimen:receive',
    opens: 'many',
    body: ReceiveInput,
    reply: listOf(Specimen),
    says: 'Specimens received.',
    run: async ({ caller, body }) =>
      specimens.shownAll(caller, await collecting.receive(caller, body)),
  }),
  post('/diagnostics/specimens/:id/reject', {
    summary: 'A specimen cannot be used',
    access: 'specimen:receive',
    opens: 'clinical',
    record,
    body: RejectInput,
    reply: Rejected,
    says: 'Specimen rejected.',
    run: async ({ caller, params, body }) => {
      const { specimen, replacement } = await reject(caller, params.id, body)
      return {
        specimen: await specimens.whole(caller, specimen.id),
        replacement: replacement === null ? null : await specimens.whole(caller, replacement.id),
      }
    },
  }),
])
