// Donors and donations (blood-bank 5.1).

import {
  BleedInput,
  Donation,
  DonationFilters,
  DonationInput,
  DonationShort,
  DonationTestsInput,
  ReleaseInput,
} from '../../../db/hospital/diagnostics/blood-bank/donations/shapes.ts'
import { bleed } from '../../../db/hospital/diagnostics/blood-bank/donations/bleeding.ts'
import { donationRecord } from '../../../db/hospital/diagnostics/blood-bank/donations/record.ts'
import { register } from '../../../db/hospital/diagnostics/blood-bank/donations/registering.ts'
import { release } from '../../../db/hospital/diagnostics/blood-bank/donations/releasing.ts'
import { test } from '../../../db/hospital/diagnostics/blood-bank/donations/testing.ts'
import * as donations from '../../../db/hospital/diagnostics/blood-bank/donations/view.ts'
import { donorOnPaper } from '../../../db/hospital/diagnostics/blood-bank/papers/papers.ts'
import { DonorPaperQuery } from '../../../db/hospital/diagnostics/blood-bank/papers/shapes.ts'
import { reinstate } from '../../../db/hospital/diagnostics/blood-bank/donors/deferring.ts'
import * as donors from '../../../db/hospital/diagnostics/blood-bank/donors/donors.ts'
import { donorRecord } from '../../../db/hospital/diagnostics/blood-bank/donors/record.ts'
import {
  Donor,
  DonorFilters,
  DonorInput,
  DonorShort,
  ReinstateInput,
} from '../../../db/hospital/diagnostics/blood-bank/donors/shapes.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { donorPaper } from '../../../templates/blood-papers.ts'
import { inBody } from '../../edge/opens.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, post } from '../words.ts'

const module = 'blood_bank'
const donor = byId(donorRecord.get)
const donation = byId(donationRecord.get)

export const door = area('blood-donors', [
  list('/blood-bank/donors', {
    summary: 'Blood donors',
    access: 'donor:read',
    module,
    opens: 'nobody',
    filters: DonorFilters,
    each: DonorShort,
    run: ({ caller, query }) => donors.list(caller, query),
  }),
  create('/blood-bank/donors', {
    summary: 'Register a blood donor',
    access: 'donor:write',
    module,
    opens: inBody('desk', 'patient_id'),
    again: true,
    body: DonorInput,
    reply: Donor,
    says: 'Donor registered.',
    run: async ({ caller, body }) => donors.whole(caller, await donors.open(caller, body)),
  }),
  get('/blood-bank/donors/:id', {
    summary: 'One donor, with donations and deferrals',
    access: 'donor:read',
    module,
    opens: 'desk',
    audit: 'donor.read',
    record: donor,
    reply: Donor,
    run: ({ caller, params }) => donors.whole(caller, { id: params.id }),
  }),
  file('/blood-bank/donors/:id/pdf', {
    summary: 'The card of a donor, or the slip of who cannot give yet',
    access: 'donor:read',
    module,
    opens: 'desk',
    audit: 'donor.print',
    record: donor,
    query: DonorPaperQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await donorOnPaper(caller, params.id, query)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(donorPaper({ ...made, head }), `${made.number}-${made.kind}`)
    },
  }),
  post('/blood-bank/donors/:id/reinstate', {
    summary: 'Let a deferred donor give again',
    access: 'donor:reinstate',
    module,
    opens: 'desk',
    record: donor,
    body: ReinstateInput,
    reply: Donor,
    says: 'Donor may give again.',
    run: async ({ caller, params, body }) =>
      donors.whole(caller, await reinstate(caller, params.id, body.lift_reason)),
  }),
  list('/blood-bank/donations', {
    summary: 'Donations, and where they stand',
    access: 'donor:read',
    module,
    opens: 'nobody',
    filters: DonationFilters,
    each: DonationShort,
    run: ({ caller, query }) => donations.list(caller, query),
  }),
  create('/blood-bank/donations', {
    summary: 'Ask and examine a donor, who gives or is deferred',
    access: 'donor:write',
    module,
    opens: inBody('desk', 'patient_id'),
    signs: true,
    again: true,
    body: DonationInput,
    reply: Donation,
    says: 'Donation registered.',
    run: async ({ caller, body }) => donations.whole(caller, await register(caller, body)),
  }),
  get('/blood-bank/donations/:id', {
    summary: 'One donation, with its groupings, tests and units',
    access: 'donor:read',
    module,
    opens: 'desk',
    audit: 'donation.read',
    record: donation,
    reply: Donation,
    run: async ({ caller, params }) =>
      donations.whole(caller, await donationRecord.get(caller, params.id)),
  }),
  post('/blood-bank/donations/:id/bleed', {
    summary: 'A donor was bled',
    access: 'donor:write',
    module,
    opens: 'desk',
    signs: true,
    once: true,
    record: donation,
    body: BleedInput,
    reply: Donation,
    says: 'Donation written down.',
    run: async ({ caller, params, body }) =>
      donations.whole(caller, await bleed(caller, params.id, body)),
  }),
  post('/blood-bank/donations/:id/tests', {
    summary: 'Group a donation and test it for infections',
    access: 'donation:test',
    module,
    opens: 'desk',
    signs: true,
    record: donation,
    body: DonationTestsInput,
    reply: Donation,
    says: 'Tests written down.',
    run: async ({ caller, params, body }) =>
      donations.whole(caller, await test(caller, params.id, body)),
  }),
  post('/blood-bank/donations/:id/release', {
    summary: 'Release a donation, or reject it',
    access: 'donation:release',
    module,
    opens: 'desk',
    signs: true,
    record: donation,
    body: ReleaseInput,
    body_may_miss: true,
    reply: Donation,
    says: 'Donation decided.',
    run: async ({ caller, params, body }) =>
      donations.whole(caller, await release(caller, params.id, body)),
  }),
])
