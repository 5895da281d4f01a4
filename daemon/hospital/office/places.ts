// Branches and their modules.

import * as facilities from '../../../db/hospital/office/places/facilities.ts'
import * as moves from '../../../db/hospital/office/places/facility-moves.ts'
import * as modules from '../../../db/hospital/office/places/modules.ts'
import {
  Facility,
  FacilityChange,
  FacilityFilters,
  FacilityInput,
  ModuleAtBranches,
  ModuleState,
  SwitchOff,
  SwitchOn,
  Why,
} from '../../../db/hospital/office/places/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, listed, patch, post } = nobodys

const facility = byId(facilities.facilityRecord.get)

export const door = area('places', [
  list('/facilities', {
    summary: 'Branches',
    access: 'self:use',
    filters: FacilityFilters,
    each: Facility,
    run: ({ caller, query }) => facilities.list(caller, query),
  }),
  create('/facilities', {
    summary: 'Open a branch',
    access: 'facility:manage',
    body: FacilityInput,
    reply: Facility,
    says: 'Branch opened.',
    run: ({ caller, body }) => facilities.open(caller, body),
  }),
  get('/facilities/:id', {
    summary: 'One branch',
    access: 'self:use',
    reply: Facility,
    run: ({ caller, params }) => facilities.find(caller, params.id),
  }),
  patch('/facilities/:id', {
    summary: 'Change a branch',
    access: 'facility:manage',
    record: facility,
    body: FacilityChange,
    reply: Facility,
    says: 'Branch changed.',
    run: ({ caller, params, body }) => facilities.change(caller, params.id, body),
  }),
  post('/facilities/:id/deactivate', {
    summary: 'Close a branch',
    access: 'facility:manage',
    record: facility,
    body: Why,
    reply: Facility,
    says: 'Branch closed.',
    run: ({ caller, params, body }) => moves.deactivate(caller, params.id, body.reason),
  }),
  post('/facilities/:id/activate', {
    summary: 'Open a closed branch again',
    access: 'facility:manage',
    reply: Facility,
    says: 'Branch opened again.',
    run: ({ caller, params }) => moves.activate(caller, params.id),
  }),
  post('/facilities/:id/make-main', {
    summary: 'Make a branch the main one',
    access: 'facility:manage',
    reply: Facility,
    says: 'This is the main branch now.',
    run: ({ caller, params }) => moves.makeMain(caller, params.id),
  }),
  listed('/modules', {
    summary: 'Every module, and the branches that run it',
    access: 'self:use',
    each: ModuleAtBranches,
    run: ({ caller }) => modules.everywhere(caller),
  }),
  listed('/facilities/:id/modules', {
    summary: 'The modules of a branch',
    access: 'self:use',
    each: ModuleState,
    run: ({ caller, params }) => modules.list(caller, params.id),
  }),
  get('/facilities/:id/modules/:module', {
    summary: 'One module of a branch, with the work that switching it off would leave behind',
    access: 'module:manage',
    reply: ModuleState,
    run: async ({ caller, params }) => {
      await facility(caller, params)
      return modules.find(caller, params.id, params.module)
    },
  }),
  post('/facilities/:id/modules/:module/switch-on', {
    summary: 'Switch a module on at a branch',
    access: 'module:manage',
    record: (caller, { id, module }) => modules.switchAt(caller, id, module),
    body: SwitchOn,
    body_may_miss: true,
    reply: ModuleState,
    says: 'Module switched on.',
    run: ({ caller, params, body }) =>
      modules.switchOn(caller, params.id, params.module, body.reason),
  }),
  post('/facilities/:id/modules/:module/switch-off', {
    summary: 'Switch a module off at a branch',
    access: 'module:manage',
    record: (caller, { id, module }) => modules.switchAt(caller, id, module),
    body: SwitchOff,
    reply: ModuleState,
    says: 'Module switched off.',
    run: ({ caller, params, body }) => modules.switchOff(caller, params.id, params.module, body),
  }),
])
