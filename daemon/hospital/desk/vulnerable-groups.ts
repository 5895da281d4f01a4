// Vulnerable groups: asked for at the desk, decided upon by social welfare.

import {
  Confirmed,
  ConfirmInput,
  GroupFilters,
  GroupInput,
  GroupWhy,
  GroupWords,
  ListedGroup,
  VulnerableGroup,
} from '../../../db/hospital/desk/patients/groups/shapes.ts'
import * as groups from '../../../db/hospital/desk/patients/groups/groups.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, listed, post } from '../words.ts'

const patient = byId(patientRecord.get)
const group = byId(groups.rowOf)

export const door = area('vulnerable-groups', [
  listed('/patients/:id/vulnerable-groups', {
    summary: 'To which vulnerable groups a patient belongs',
    access: 'vulnerability:read',
    opens: 'record',
    audit: 'vulnerable_group.read',
    record: patient,
    query: GroupWords,
    each: VulnerableGroup,
    run: async ({ caller, params, query }) => {
      const { id, status } = await patientRecord.get(caller, params.id)
      return status === 'MERGED' ? [] : groups.listOf(caller, id, query)
    },
  }),
  create('/patients/:id/vulnerable-groups', {
    summary: 'Ask that a patient be counted to a group',
    access: 'vulnerability:write',
    opens: 'record',
    record: patient,
    body: GroupInput,
    reply: VulnerableGroup,
    says: 'Group asked for.',
    run: ({ caller, params, body }) => groups.ask(caller, params.id, body),
  }),
  list('/vulnerable-groups', {
    summary: 'Groups that wait for a decision, and those decided',
    access: 'vulnerability:read',
    opens: 'many',
    audit: 'vulnerable_group.list',
    filters: GroupFilters,
    each: ListedGroup,
    run: ({ caller, query }) => groups.list(caller, query),
  }),
  post('/vulnerable-groups/:id/confirm', {
    summary: 'Confirm a group',
    access: 'vulnerability:confirm',
    opens: 'record',
    record: group,
    body: ConfirmInput,
    reply: Confirmed,
    says: 'Group confirmed.',
    run: ({ caller, params, body }) => groups.confirm(caller, params.id, body),
  }),
  post('/vulnerable-groups/:id/reject', {
    summary: 'Reject a group',
    access: 'vulnerability:confirm',
    opens: 'record',
    record: group,
    body: GroupWhy,
    reply: VulnerableGroup,
    says: 'Group rejected.',
    run: ({ caller, params, body }) => groups.reject(caller, params.id, body.reason),
  }),
  post('/vulnerable-groups/:id/revoke', {
    summary: 'Take a confirmed group back',
    access: 'vulnerability:confirm',
    opens: 'record',
    record: group,
    body: GroupWhy,
    reply: VulnerableGroup,
    says: 'Group revoked.',
    run: ({ caller, params, body }) => groups.revoke(caller, params.id, body.reason),
  }),
])
