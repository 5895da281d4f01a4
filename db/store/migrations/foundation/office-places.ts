// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  departments: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      code: 'code 12',
      name: 'text 120',
      name_key: 'code 120',
      kind: 'choice CLINICAL|DIAGNOSTIC|PHARMACY|NURSING|ADMINISTRATIVE|SUPPORT',
      facility_id: 'ref facilities?',
      parent_id: 'ref departments?',
      extension: 'text 20?',
      cost_centre: 'text 40?',
      active: 'boolean',
      sort_order: 'integer',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'code'],
      },
      {
        columns: ['hospital_id', 'name_key'],
      },
    ],
    search: true,
  },
  facilities: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      code: 'code 8',
      name: 'text 120',
      name_key: 'code 120',
      short_name: 'text 60?',
      kind: 'choice HOSPITAL|HEALTH_CENTRE|DISPENSARY|CLINIC|LABORATORY|PHARMACY|OTHER',
      is_main: 'boolean',
      status: 'choice ACTIVE|INACTIVE',
      status_reason: 'text 300?',
      registry_code: 'code 40?',
      licence_no: 'text 60?',
      licence_expires_on: 'code 10?',
      tin: 'text 40?',
      vrn: 'text 40?',
      phone: 'code 20?',
      email: 'text 254?',
      address: 'text 300?',
      region: 'text 80?',
      district: 'text 80?',
      ward: 'text 80?',
      latitude: 'real?',
      longitude: 'real?',
      time_zone: 'code 60?',
      opening_hours: 'json',
      open_24h: 'boolean',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'code'],
      },
      {
        columns: ['hospital_id', 'name_key'],
      },
      {
        columns: ['hospital_id', 'registry_code'],
        only_where: 'registry_code is not null',
      },
      {
        columns: ['hospital_id'],
        only_where: 'is_main',
      },
    ],
    search: true,
  },
  facility_modules: {
    columns: {
      facility_id: 'ref facilities',
      module: 'choice theatre|blood_bank|mortuary|ambulance|tb_ctc|maternity',
      hospital_id: 'ref hospitals',
      enabled: 'boolean',
      changed_at: 'code 24?',
      changed_by_name: 'text 160?',
      reason: 'text 300?',
      due_at: 'code 24?',
      due_enabled: 'boolean?',
      due_reason: 'text 300?',
      due_force: 'boolean?',
      due_by_name: 'text 160?',
    },
    key: ['facility_id', 'module'],
    indexes: [
      {
        columns: ['due_at'],
        only_where: 'due_at is not null',
      },
    ],
  },
  locations: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      department_id: 'ref departments?',
      parent_id: 'ref locations?',
      code: 'code 20',
      name: 'text 120',
      kind: 'choice BUILDING|FLOOR|WARD|ROOM|COUNTER|STORE|THEATRE|LABORATORY|IMAGING|MORTUARY|GATE|OTHER',
      capacity: 'integer?',
      extension: 'text 20?',
      active: 'boolean',
      sort_order: 'integer',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['facility_id', 'code'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'sort_order'],
      },
    ],
    search: true,
  },
}
