// Workstations: codes, claims, leases, certificates.

import * as activations from '../../../db/hospital/office/devices/activations.ts'
import * as ca from '../../../db/hospital/office/devices/ca.ts'
import { claim } from '../../../db/hospital/office/devices/claim.ts'
import * as devices from '../../../db/hospital/office/devices/devices.ts'
import { challenge } from '../../../db/hospital/office/devices/proof.ts'
import { renew } from '../../../db/hospital/office/devices/renew.ts'
import { anywhere, deviceRecord } from '../../../db/hospital/office/devices/rows.ts'
import {
  Activation,
  ActivationFilters,
  ActivationWithCode,
  CaInfo,
  Challenge,
  Claim,
  ClaimReply,
  Device,
  DeviceChange,
  DeviceEvent,
  DeviceFilters,
  EventFilters,
  Extension,
  FormatAsked,
  NewActivation,
  Reissue,
  Renewal,
  RenewalReply,
  Revocation,
} from '../../../db/hospital/office/devices/shapes.ts'
import { said } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import type { FileReply } from '../../edge/send-file.ts'
import { byId, nobodys } from '../words.ts'

const { create, file, get, list, patch, post } = nobodys

const device = byId(deviceRecord.get)
const activation = byId(activations.activationRecord.get)

const served = ({ bytes, content_type, name }: ca.Served): FileReply => ({
  bytes,
  content_type,
  file_name: name,
})

export const door = area('devices', [
  list('/devices', {
    summary: 'Workstations',
    access: 'device:read',
    filters: DeviceFilters,
    each: Device,
    run: ({ caller, query }) => devices.list(caller, query),
  }),
  list('/devices/activations', {
    summary: 'Activations, the newest first',
    access: 'device:read',
    filters: ActivationFilters,
    each: Activation,
    run: ({ caller, query }) => activations.list(caller, query),
  }),
  create('/devices/activations', {
    summary: 'Make an activation code for a workstation',
    access: 'device:activate',
    body: NewActivation,
    reply: ActivationWithCode,
    says: 'Activation made. The code is shown once.',
    run: ({ caller, body }) => activations.open(caller, body),
  }),
  get('/devices/activations/:id', {
    summary: 'One activation',
    access: 'device:read',
    reply: Activation,
    run: ({ caller, params }) => activations.find(caller, params.id),
  }),
  post('/devices/activations/:id/cancel', {
    summary: 'Cancel an activation code',
    access: 'device:activate',
    reply: Activation,
    says: 'Activation cancelled.',
    run: ({ caller, params }) => activations.cancel(caller, params.id),
  }),
  post('/devices/activations/:id/reissue', {
    summary: 'Make a new code for an activation; the old one dies',
    access: 'device:activate',
    record: activation,
    body: Reissue,
    body_may_miss: true,
    reply: ActivationWithCode,
    says: 'New code made. It is shown once.',
    run: ({ caller, params, body }) => activations.reissue(caller, params.id, body ?? {}),
  }),
  create('/devices/claim', {
    summary: 'A workstation claims its activation with its code and public key',
    access: 'open',
    guarded: true,
    again: true,
    transaction: 'rule',
    body: Claim,
    reply: ClaimReply,
    says: 'Workstation activated.',
    run: async ({ caller, body, facts }) => {
      const { reply, again } = await claim({ ip: caller.ip, base_url: facts.base_url }, body)
      return said('Workstation activated.', reply, again ? 200 : 201)
    },
  }),
  file('/devices/ca', {
    summary: 'The certificates of the workstations’ authority',
    access: 'open',
    content_type: 'application/x-pem-file',
    query: FormatAsked,
    run: async ({ query }) => served(await ca.certificates(query.format)),
  }),
  get('/devices/ca/info', {
    summary: 'Facts about the authority and its revocation list',
    access: 'device:read',
    reply: CaInfo,
    run: ({ caller }) => ca.info(caller),
  }),
  file('/devices/crl', {
    summary: 'The revocation list',
    access: 'open',
    content_type: 'application/pkix-crl',
    query: FormatAsked,
    run: async ({ query }) => served(await ca.list(query.format)),
  }),
  get('/devices/:id', {
    summary: 'One workstation',
    access: 'device:read',
    reply: Device,
    run: ({ caller, params }) => devices.find(caller, params.id),
  }),
  patch('/devices/:id', {
    summary: 'Change a workstation',
    access: 'device:update',
    record: device,
    body: DeviceChange,
    reply: Device,
    says: 'Workstation changed.',
    run: ({ caller, params, body }) => devices.change(caller, params.id, body),
  }),
  post('/devices/:id/extend', {
    summary: 'Extend the lease of a workstation',
    access: 'device:update',
    record: device,
    body: Extension,
    reply: Device,
    says: 'Lease extended.',
    run: ({ caller, params, body }) => devices.extend(caller, params.id, body),
  }),
  post('/devices/:id/revoke', {
    summary: 'Revoke a workstation for good',
    access: 'device:revoke',
    record: device,
    body: Revocation,
    reply: Device,
    says: 'Workstation revoked.',
    run: ({ caller, params, body }) => devices.revoke(caller, params.id, body),
  }),
  list('/devices/:id/events', {
    summary: 'What happened with a workstation',
    access: 'device:read',
    record: device,
    filters: EventFilters,
    each: DeviceEvent,
    run: ({ caller, params, query }) => devices.events(caller, params.id, query),
  }),
  file('/devices/:id/certificate', {
    summary: 'The present certificate of a workstation',
    access: 'device:read',
    record: device,
    content_type: 'application/x-pem-file',
    run: async ({ caller, params }) => ({
      content_type: 'application/x-pem-file',
      bytes: await devices.certificateOf(caller, params.id),
      file_name: `${params.id}.pem`,
    }),
  }),
  post('/devices/:id/challenge', {
    summary: 'A challenge to be signed by the workstation',
    access: 'open',
    reply: Challenge,
    silent: true,
    says: 'Sign this within a minute.',
    run: ({ params }) => challenge(params.id),
  }),
  post('/devices/:id/renew', {
    summary: 'Renew the lease of a workstation, with proof',
    access: 'open',
    transaction: 'rule',
    record: (_caller, { id }) => anywhere(id),
    body: Renewal,
    reply: RenewalReply,
    says: 'Lease renewed.',
    run: ({ caller, params, body, facts }) =>
      renew({ ip: caller.ip, base_url: facts.base_url }, params.id, body),
  }),
])
