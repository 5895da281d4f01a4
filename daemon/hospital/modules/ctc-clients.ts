// Clients of HIV care (modules D.5, TBC-22).

import { changeArt } from '../../../db/hospital/modules/tb-ctc/ctc/changing.ts'
import { close } from '../../../db/hospital/modules/tb-ctc/ctc/closing.ts'
import { enrol } from '../../../db/hospital/modules/tb-ctc/ctc/enrolling.ts'
import { clientOnPaper, nextOnPaper } from '../../../db/hospital/modules/tb-ctc/ctc/papers.ts'
import { openedClient } from '../../../db/hospital/modules/tb-ctc/ctc/record.ts'
import { hold } from '../../../db/hospital/modules/tb-ctc/ctc/sessions.ts'
import {
  ClientFilters,
  CtcClient,
  CtcClientInput,
  CtcClientListed,
  CtcCloseInput,
  CtcPaperQuery,
  CtcRegimenChanged,
  CtcRegimenInput,
  CtcSessionInput,
  CtcVisited,
  CtcVisitInput,
} from '../../../db/hospital/modules/tb-ctc/ctc/shapes.ts'
import {
  dueOf,
  list as clients,
  visitShown,
  whole,
} from '../../../db/hospital/modules/tb-ctc/ctc/view.ts'
import { visit } from '../../../db/hospital/modules/tb-ctc/ctc/visits.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { appointmentCard } from '../../../templates/appointment-card.ts'
import { clientPaper } from '../../../templates/clinic-papers.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, post } from '../words.ts'

const record = byId(openedClient)
const module = 'tb_ctc'

export const door = area('ctc-clients', [
  list('/ctc-clients', {
    summary: 'Clients of HIV care',
    access: 'ctc:read',
    module,
    opens: inQuery('clinical', 'patient_id'),
    audit: 'programme_enrolment.list',
    filters: ClientFilters,
    each: CtcClientListed,
    run: ({ caller, query }) => clients(caller, query),
  }),
  create('/ctc-clients', {
    summary: 'Enrol a client, take over a transfer, or open a closed record again',
    access: 'ctc:register',
    module,
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: CtcClientInput,
    reply: CtcClient,
    says: 'Client enrolled.',
    run: async ({ caller, body }) => whole(caller, (await enrol(caller, body)).id),
  }),
  get('/ctc-clients/:id', {
    summary: 'One client of HIV care',
    access: 'ctc:read',
    module,
    opens: 'clinical',
    audit: 'programme_enrolment.read',
    record,
    reply: CtcClient,
    run: ({ caller, params }) => whole(caller, params.id),
  }),
  file('/ctc-clients/:id/pdf', {
    summary: 'The papers of a client, as a PDF',
    access: 'ctc:read',
    module,
    opens: 'clinical',
    audit: 'programme_enrolment.print',
    record,
    query: CtcPaperQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query: { kind = 'card', language }, facts }) => {
      if (kind === 'appointment') {
        const { facility_id, ...card } = await nextOnPaper(caller, params.id, language)
        return paperReply(
          appointmentCard({ ...card, head: await letterheadOf(caller, facility_id) }),
        )
      }
      const paper = await clientOnPaper(caller, params.id, kind, language)
      const { facility_id, code, ...made } = paper
      const verify = verifyAt(facts.base_url, code)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(clientPaper({ ...made, kind, verify, head }))
    },
  }),
  post('/ctc-clients/:id/visits', {
    summary: 'A visit of a client, signed',
    access: 'ctc:update',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CtcVisitInput,
    reply: CtcVisited,
    says: 'Visit recorded.',
    run: async ({ caller, params, body }) => {
      const made = await visit(caller, params.id, body)
      const client = await whole(caller, params.id)
      const { proposals, warnings } = made
      return { visit: visitShown(made.visit), client, due: dueOf(client), proposals, warnings }
    },
  }),
  post('/ctc-clients/:id/regimen', {
    summary: 'Begin, change, stop or begin again the antiretrovirals',
    access: ['ctc:update', 'ctc:approve'],
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CtcRegimenInput,
    reply: CtcRegimenChanged,
    says: 'Regimen changed.',
    run: async ({ caller, params, body }) => {
      const { row, prescription_id, warnings } = await changeArt(caller, params.id, body)
      return { ...(await whole(caller, row.id, warnings)), prescription_id }
    },
  }),
  post('/ctc-clients/:id/adherence-sessions', {
    summary: 'A session of adherence',
    access: 'ctc:update',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CtcSessionInput,
    reply: CtcClient,
    says: 'Session recorded.',
    run: async ({ caller, params, body }) =>
      whole(caller, (await hold(caller, params.id, body)).id),
  }),
  post('/ctc-clients/:id/close', {
    summary: 'A client leaves',
    access: 'ctc:update',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CtcCloseInput,
    reply: CtcClient,
    says: 'Client closed.',
    run: async ({ caller, params, body }) =>
      whole(caller, (await close(caller, params.id, body)).id),
  }),
])
