// Referrals: out to other houses, in to ours; and the directory of the others.

import { within } from '../../../db/store/connection.ts'
import { isTrial } from '../../../db/hospital/office/imports/list-file.ts'
import { ListImported } from '../../../db/hospital/office/imports/shapes.ts'
import { importDirectory } from '../../../db/hospital/desk/referrals/directory-import.ts'
import { clock } from '../../../db/core/clock.ts'
import { hospitalOf } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import * as answers from '../../../db/hospital/desk/referrals/received.ts'
import * as directory from '../../../db/hospital/desk/referrals/directory.ts'
import { type Letter, letterOf } from '../../../db/hospital/desk/referrals/letters.ts'
import * as opening from '../../../db/hospital/desk/referrals/open.ts'
import { referralRecord } from '../../../db/hospital/desk/referrals/record.ts'
import * as referrals from '../../../db/hospital/desk/referrals/referrals.ts'
import * as sending from '../../../db/hospital/desk/referrals/send.ts'
import {
  AcceptInput,
  Arrived,
  ArriveInput,
  DeclineInput,
  Departed,
  DepartInput,
  DirectoryFilters,
  FeedbackInput,
  LetterQuery,
  Referral,
  ReferralAmend,
  ReferralChange,
  ReferralEvent,
  ReferralFacility,
  ReferralFacilityChange,
  ReferralFacilityInput,
  ReferralFilters,
  ReferralInput,
  ReferralWhole,
  ResendInput,
  SendInput,
  Why,
} from '../../../db/hospital/desk/referrals/shapes.ts'
import * as travel from '../../../db/hospital/desk/referrals/travel.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { printOf } from '../../../db/hospital/office/papers/codes.ts'
import { referralLetter } from '../../../templates/letters.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { inBody } from '../../edge/opens.ts'
import { byId, create, file, get, list, listed, patch, post, upload } from '../words.ts'

const record = byId(referralRecord.get)

/** Of a letter that was sent; a draft is no paper yet. */
async function codeOf(
  caller: Caller,
  { letter_id, content, patient_id }: Letter,
  base_url: string,
): Promise<{ code: string; url: string } | null> {
  if (letter_id === null) return null
  const asked = {
    kind: 'referral_letter',
    entity_id: letter_id,
    number: content.number,
    patient_id,
  }
  const { code } = await printOf(caller, asked)
  return verifyAt(base_url, code)
}

export const door = area('referrals', [
  list('/referrals', {
    summary: 'Referrals, out and in',
    access: 'referral:read',
    opens: 'many',
    audit: 'referral.list',
    filters: ReferralFilters,
    each: Referral,
    run: ({ caller, query }) => referrals.list(caller, query),
  }),
  create('/referrals', {
    summary: 'Write a referral, or enter one that came to us',
    access: 'referral:create',
    opens: inBody('record', 'patient_id'),
    once: true,
    body: ReferralInput,
    reply: ReferralWhole,
    says: 'Referral written.',
    run: ({ caller, body }) => opening.open(caller, body),
  }),
  get('/referrals/:id', {
    summary: 'One referral',
    access: 'referral:read',
    opens: 'clinical',
    audit: 'referral.read',
    record,
    reply: ReferralWhole,
    run: ({ caller, params }) => referrals.find(caller, params.id),
  }),
  patch('/referrals/:id', {
    summary: 'Change a referral that was not sent yet',
    access: 'referral:create',
    opens: 'clinical',
    record,
    body: ReferralChange,
    reply: ReferralWhole,
    says: 'Referral changed.',
    run: ({ caller, params, body }) => opening.change(caller, params.id, body),
  }),
  post('/referrals/:id/send', {
    summary: 'Sign the letter and send it',
    access: 'referral:send',
    opens: 'clinical',
    signs: true,
    record,
    body: SendInput,
    reply: ReferralWhole,
    says: 'Referral sent.',
    run: ({ caller, params, body }) => sending.send(caller, params.id, body),
  }),
  post('/referrals/:id/resend', {
    summary: 'Send it again, there or elsewhere',
    access: 'referral:send',
    opens: 'clinical',
    signs: true,
    record,
    body: ResendInput,
    reply: ReferralWhole,
    says: 'Referral sent again.',
    run: ({ caller, params, body }) => sending.resend(caller, params.id, body),
  }),
  post('/referrals/:id/accept', {
    summary: 'Accept a referral, or note that it was accepted',
    access: 'referral:respond',
    opens: 'clinical',
    record,
    body: AcceptInput,
    body_may_miss: true,
    reply: ReferralWhole,
    says: 'Referral accepted.',
    run: ({ caller, params, body }) => answers.accept(caller, params.id, body),
  }),
  post('/referrals/:id/decline', {
    summary: 'Decline a referral, or note that it was declined',
    access: 'referral:respond',
    opens: 'clinical',
    record,
    body: DeclineInput,
    reply: ReferralWhole,
    says: 'Referral declined.',
    run: ({ caller, params, body }) => answers.decline(caller, params.id, body),
  }),
  post('/referrals/:id/depart', {
    summary: 'The patient departs',
    access: 'referral:send',
    opens: 'clinical',
    signs: true,
    record,
    body: DepartInput,
    body_may_miss: true,
    reply: Departed,
    says: 'The patient has departed.',
    run: ({ caller, params, body }) => travel.depart(caller, params.id, body),
  }),
  post('/referrals/:id/arrive', {
    summary: 'The patient has arrived, there or here',
    access: 'referral:respond',
    opens: 'clinical',
    record,
    body: ArriveInput,
    body_may_miss: true,
    reply: Arrived,
    says: 'The patient has arrived.',
    run: ({ caller, params, body }) => travel.arrive(caller, params.id, body),
  }),
  post('/referrals/:id/feedback', {
    summary: 'What came of it: theirs to us, or ours to them',
    access: 'referral:respond',
    opens: 'clinical',
    record,
    body: FeedbackInput,
    reply: ReferralWhole,
    says: 'Feedback kept.',
    run: ({ caller, params, body }) => answers.feedback(caller, params.id, body),
  }),
  post('/referrals/:id/amend', {
    summary: 'Amend a letter that was sent, with a reason',
    access: 'referral:send',
    opens: 'clinical',
    signs: true,
    record,
    body: ReferralAmend,
    reply: ReferralWhole,
    says: 'Referral amended.',
    run: ({ caller, params, body }) => sending.amend(caller, params.id, body),
  }),
  post('/referrals/:id/void', {
    summary: 'Void a referral that was entered in error',
    access: 'referral:send',
    opens: 'clinical',
    record,
    body: Why,
    reply: ReferralWhole,
    says: 'Referral voided.',
    run: ({ caller, params, body }) => answers.voidReferral(caller, params.id, body.reason),
  }),
  post('/referrals/:id/cancel', {
    summary: 'Cancel a referral',
    access: 'referral:send',
    opens: 'clinical',
    record,
    body: Why,
    reply: ReferralWhole,
    says: 'Referral cancelled.',
    run: ({ caller, params, body }) => answers.cancel(caller, params.id, body.reason),
  }),
  listed('/referrals/:id/history', {
    summary: 'What happened to a referral',
    access: 'referral:read',
    opens: 'clinical',
    audit: 'referral.history',
    record,
    each: ReferralEvent,
    run: ({ caller, params }) => referrals.history(caller, params.id),
  }),
  file('/referrals/:id/letter', {
    summary: 'The letter of a referral, as a PDF',
    access: 'referral:read',
    opens: 'clinical',
    audit: 'referral.print',
    record,
    query: LetterQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query, facts }) => {
      const letter = await letterOf(caller, params.id, query.version)
      const { content, facility_id } = letter
      const language = query.language ?? (await hospitalOf(caller)).language
      const { ages, age } = content.patient
      return paperReply(
        referralLetter({
          ...content,
          patient: { ...content.patient, age: ages?.[language] ?? age },
          head: await letterheadOf(caller, facility_id),
          language,
          // Links for houses without a system come with their area.
          answer_url: null,
          verify: await codeOf(caller, letter, facts.base_url),
          printed: { at: clock.instant(), by: caller.name },
          mark: null,
        }),
      )
    },
  }),
  list('/referral-facilities', {
    summary: 'The directory of other facilities',
    access: 'referral:read',
    opens: 'nobody',
    filters: DirectoryFilters,
    each: ReferralFacility,
    run: ({ caller, query }) => directory.list(caller, query),
  }),
  create('/referral-facilities', {
    summary: 'Add a facility to the directory',
    access: 'area:manage',
    opens: 'nobody',
    body: ReferralFacilityInput,
    reply: ReferralFacility,
    says: 'Facility added.',
    run: ({ caller, body }) => directory.open(caller, body),
  }),
  patch('/referral-facilities/:id', {
    summary: 'Change a facility of the directory',
    access: 'area:manage',
    opens: 'nobody',
    record: byId(directory.referralFacilityRecord.get),
    body: ReferralFacilityChange,
    reply: ReferralFacility,
    says: 'Facility changed.',
    run: ({ caller, params, body }) => directory.change(caller, params.id, body),
  }),
  upload('POST', '/referral-facilities/import', {
    summary: 'Other houses from a file',
    access: 'area:manage',
    opens: 'nobody',
    max_mb: 10,
    reply: ListImported,
    says: 'File read.',
    run: ({ caller, body: { bytes, fields } }) =>
      within(() => importDirectory(caller, bytes, isTrial(fields))),
  }),
])
