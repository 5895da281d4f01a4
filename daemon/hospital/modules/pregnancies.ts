// Pregnancies and their contacts, and the tables of maternity (maternity 5).

import { book, change } from '../../../db/hospital/modules/maternity/pregnancies/booking.ts'
import { maternity_tables } from '../../../db/hospital/modules/maternity/chosen/tables.ts'
import { cardOnPaper } from '../../../db/hospital/modules/maternity/card.ts'
import { close } from '../../../db/hospital/modules/maternity/pregnancies/closing.ts'
import { contactWritten } from '../../../db/hospital/modules/maternity/pregnancies/contact-view.ts'
import { addContact } from '../../../db/hospital/modules/maternity/pregnancies/contacts.ts'
import { pregnancyRecord } from '../../../db/hospital/modules/maternity/pregnancies/record.ts'
import {
  CardQuery,
  CloseInput,
  ContactInput,
  ContactWritten,
  PregnancyBooking,
  PregnancyChange,
  PregnancyFilters,
  PregnancyShort,
  PregnancyWhole,
} from '../../../db/hospital/modules/maternity/pregnancies/shapes.ts'
import * as view from '../../../db/hospital/modules/maternity/pregnancies/view.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { antenatalCardPaper } from '../../../templates/maternity-papers.ts'
import { paperReply } from '../../edge/papers.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'
import { partTableRoutes } from './parts/tables.ts'

const module = 'maternity'
const record = byId(pregnancyRecord.get)

export const door = area('pregnancies', [
  list('/pregnancies', {
    summary: 'Pregnancies, the newest first',
    access: 'maternity:read',
    module,
    opens: inQuery('clinical', 'patient_id'),
    audit: 'pregnancy.list',
    filters: PregnancyFilters,
    each: PregnancyShort,
    run: ({ caller, query }) => view.list(caller, query),
  }),
  create('/pregnancies', {
    summary: 'Book a pregnancy',
    access: 'maternity:write',
    module,
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: PregnancyBooking,
    reply: PregnancyWhole,
    says: 'Pregnancy booked.',
    run: async ({ caller, body }) => {
      const { row, warnings } = await book(caller, body)
      return view.whole(caller, row, warnings)
    },
  }),
  get('/pregnancies/:id', {
    summary: 'One pregnancy, with its contacts and what is due',
    access: 'maternity:read',
    module,
    opens: 'clinical',
    audit: 'pregnancy.read',
    record,
    reply: PregnancyWhole,
    run: async ({ caller, params }) =>
      view.whole(caller, await pregnancyRecord.get(caller, params.id)),
  }),
  patch('/pregnancies/:id', {
    summary: 'Change what is known of a pregnancy',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: PregnancyChange,
    reply: PregnancyWhole,
    says: 'Pregnancy changed.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await change(caller, params.id, body)),
  }),
  create('/pregnancies/:id/contacts', {
    summary: 'Write a contact before or after birth',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: ContactInput,
    reply: ContactWritten,
    says: 'Contact written.',
    run: async ({ caller, params, body }) =>
      contactWritten(caller, await addContact(caller, params.id, body)),
  }),
  post('/pregnancies/:id/close', {
    summary: 'Close a pregnancy',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CloseInput,
    reply: PregnancyWhole,
    says: 'Pregnancy closed.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await close(caller, params.id, body)),
  }),
  file('/pregnancies/:id/card', {
    summary: 'The antenatal card, as a PDF',
    access: 'maternity:read',
    module,
    opens: 'clinical',
    audit: 'pregnancy.print',
    record,
    query: CardQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...card } = await cardOnPaper(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(antenatalCardPaper({ ...card, head }))
    },
  }),
  ...partTableRoutes({
    module,
    path: '/maternity-tables',
    called: 'maternity',
    read: 'maternity:read',
    manage: 'maternity:manage',
    tables: maternity_tables,
  }),
])
