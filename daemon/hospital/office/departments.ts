// Departments: one catalogue for every area.

import * as departments from '../../../db/hospital/office/places/departments.ts'
import { MaybeWhy } from '../../../db/hospital/office/places/shapes.ts'
import {
  Department,
  DepartmentChange,
  DepartmentFilters,
  DepartmentInput,
} from '../../../db/hospital/office/places/unit-shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post } = nobodys

const department = byId(departments.departmentRecord.get)

export const door = area('departments', [
  list('/departments', {
    summary: 'Departments',
    access: 'self:use',
    filters: DepartmentFilters,
    each: Department,
    run: ({ caller, query }) => departments.list(caller, query),
  }),
  create('/departments', {
    summary: 'Open a department',
    access: 'department:manage',
    body: DepartmentInput,
    reply: Department,
    says: 'Department opened.',
    run: ({ caller, body }) => departments.open(caller, body),
  }),
  get('/departments/:id', {
    summary: 'One department',
    access: 'self:use',
    reply: Department,
    run: ({ caller, params }) => departments.find(caller, params.id),
  }),
  patch('/departments/:id', {
    summary: 'Change a department',
    access: 'department:manage',
    record: department,
    body: DepartmentChange,
    reply: Department,
    says: 'Department changed.',
    run: ({ caller, params, body }) => departments.change(caller, params.id, body),
  }),
  post('/departments/:id/deactivate', {
    summary: 'Close a department',
    access: 'department:manage',
    record: department,
    body: MaybeWhy,
    body_may_miss: true,
    reply: Department,
    says: 'Department closed.',
    run: ({ caller, params, body }) => departments.deactivate(caller, params.id, body.reason),
  }),
  post('/departments/:id/activate', {
    summary: 'Open a closed department again',
    access: 'department:manage',
    reply: Department,
    says: 'Department opened again.',
    run: ({ caller, params }) => departments.activate(caller, params.id),
  }),
])
