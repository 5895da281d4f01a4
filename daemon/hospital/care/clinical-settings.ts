// What a hospital chooses for its clinical work.

import {
  ClinicalSettings,
  ClinicalSettingsInput,
} from '../../../db/hospital/care/clinical/shapes.ts'
import * as settings from '../../../db/hospital/care/clinical/settings.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, patch } = nobodys

export const door = area('clinical-settings', [
  get('/clinical/settings', {
    summary: 'The settings of clinical work',
    access: 'gate:read',
    reply: ClinicalSettings,
    run: ({ caller }) => settings.find(caller),
  }),
  patch('/clinical/settings', {
    summary: 'Change the settings of clinical work',
    access: 'clinical:settings',
    body: ClinicalSettingsInput,
    reply: ClinicalSettings,
    says: 'Settings changed.',
    run: ({ caller, body }) => settings.change(caller, body),
  }),
])
