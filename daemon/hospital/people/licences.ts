// Cadres, licences and settings of people (people 5.2, 5.13).

import * as cadres from '../../../db/hospital/people/staff/cadres/cadres.ts'
import { Cadre, CadreFilters, CadreInput } from '../../../db/hospital/people/staff/cadres/shapes.ts'
import * as posts from '../../../db/hospital/people/staff/establishment/establishments.ts'
import {
  Establishment,
  EstablishmentChange,
  EstablishmentFilters,
  Establishments,
  EstablishmentsSet,
} from '../../../db/hospital/people/staff/establishment/shapes.ts'
import * as licences from '../../../db/hospital/people/staff/licences/licences.ts'
import {
  Licence,
  LicenceChange,
  LicenceFilters,
  LicenceInput,
  Renewal,
  Revocation,
  Verification,
} from '../../../db/hospital/people/staff/licences/shapes.ts'
import * as settings from '../../../db/hospital/people/staff/settings/settings.ts'
import {
  PeopleSettingsChange,
  PeopleSettingsShown,
} from '../../../db/hospital/people/staff/settings/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post, put } = nobodys

const record = byId(licences.get)

export const door = area('staff-licences', [
  list('/hr/cadres', {
    summary: 'Cadres',
    access: 'staff:read',
    filters: CadreFilters,
    each: Cadre,
    run: ({ caller, query }) => cadres.list(caller, query),
  }),
  create('/hr/cadres', {
    summary: 'Add a cadre',
    access: 'hr:settings',
    body: CadreInput,
    reply: Cadre,
    says: 'Cadre added.',
    run: ({ caller, body }) => cadres.open(caller, body),
  }),
  list('/hr/establishments', {
    summary: 'Posts, and what of them is filled, vacant or over',
    access: 'staff:read',
    filters: EstablishmentFilters,
    each: Establishment,
    totals: true,
    run: ({ caller, query }) => posts.list(caller, query),
  }),
  put('/hr/establishments', {
    summary: 'Set posts by department and cadre',
    access: 'establishment:write',
    body: Establishments,
    reply: EstablishmentsSet,
    says: 'Establishment set.',
    run: ({ caller, body }) => posts.put(caller, body),
  }),
  patch('/hr/establishments/:id', {
    summary: 'Change the posts of one cadre in a department',
    access: 'establishment:write',
    record: byId(posts.establishmentRecord.get),
    body: EstablishmentChange,
    reply: Establishment,
    says: 'Establishment changed.',
    run: ({ caller, params, body }) => posts.change(caller, params.id, body),
  }),
  list('/hr/licences', {
    summary: 'Licences of your people',
    access: 'staff:read',
    filters: LicenceFilters,
    each: Licence,
    run: ({ caller, query }) => licences.list(caller, query),
  }),
  create('/hr/licences', {
    summary: 'Write a licence down',
    access: 'licence:write',
    body: LicenceInput,
    reply: Licence,
    says: 'Licence written down.',
    run: ({ caller, body }) => licences.open(caller, body),
  }),
  patch('/hr/licences/:id', {
    summary: 'Keep a licence right',
    access: 'licence:write',
    record,
    body: LicenceChange,
    reply: Licence,
    says: 'Licence changed.',
    run: ({ caller, params, body }) => licences.change(caller, params.id, body),
  }),
  post('/hr/licences/:id/renew', {
    summary: 'Renew a licence',
    access: 'licence:write',
    record,
    body: Renewal,
    reply: Licence,
    says: 'Licence renewed.',
    run: ({ caller, params, body }) => licences.renew(caller, params.id, body),
  }),
  post('/hr/licences/:id/verify', {
    summary: 'Say how a licence was verified with its board',
    access: 'licence:write',
    record,
    body: Verification,
    reply: Licence,
    says: 'Licence verified.',
    run: ({ caller, params, body }) => licences.verify(caller, params.id, body),
  }),
  post('/hr/licences/:id/revoke', {
    summary: 'Revoke a licence',
    access: 'licence:write',
    record,
    body: Revocation,
    reply: Licence,
    says: 'Licence revoked.',
    run: ({ caller, params, body }) => licences.revoke(caller, params.id, body.reason),
  }),
  get('/hr/settings', {
    summary: 'How people are kept here',
    access: 'staff:read',
    reply: PeopleSettingsShown,
    run: ({ caller }) => settings.find(caller),
  }),
  patch('/hr/settings', {
    summary: 'Set how people are kept',
    access: 'hr:settings',
    body: PeopleSettingsChange,
    reply: PeopleSettingsShown,
    says: 'Settings changed.',
    run: ({ caller, body }) => settings.change(caller, body),
  }),
])
