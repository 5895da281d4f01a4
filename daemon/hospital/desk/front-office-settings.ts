// What a hospital chooses for its front office.

import {
  FrontOfficeSettings,
  FrontOfficeSettingsInput,
} from '../../../db/hospital/desk/patients/setting-shapes.ts'
import * as settings from '../../../db/hospital/desk/patients/settings.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, patch } = nobodys

export const door = area('front-office-settings', [
  get('/front-office/settings', {
    summary: 'The settings of the front office',
    access: 'visit:read',
    reply: FrontOfficeSettings,
    run: ({ caller }) => settings.find(caller),
  }),
  patch('/front-office/settings', {
    summary: 'Change the settings of the front office',
    access: 'frontoffice:settings',
    body: FrontOfficeSettingsInput,
    reply: FrontOfficeSettings,
    says: 'Settings changed.',
    run: ({ caller, body }) => settings.change(caller, body),
  }),
])
