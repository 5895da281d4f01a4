// The clinical assistant: suggestions for a note that names nobody (care 5.15).

import * as assist from '../../../db/hospital/care/assistant/assist.ts'
import {
  AssistNote,
  AssistSettings,
  AssistSettingsInput,
  Suggestion,
} from '../../../db/hospital/care/assistant/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, patch, post } = nobodys

export const door = area('assistant', [
  post('/clinical/assist', {
    summary: 'Ask what to consider for a note without a name',
    access: 'assist:use',
    signs: true,
    body: AssistNote,
    reply: Suggestion,
    says: 'Suggestions to consider.',
    run: ({ caller, body }) => assist.ask(caller, body),
  }),
  get('/clinical/assist/settings', {
    summary: 'Whether the assistant is on',
    access: 'assist:settings',
    reply: AssistSettings,
    run: ({ caller }) => assist.settings(caller),
  }),
  patch('/clinical/assist/settings', {
    summary: 'Switch the assistant on or off',
    access: 'assist:settings',
    body: AssistSettingsInput,
    reply: AssistSettings,
    says: 'Settings changed.',
    run: ({ caller, body }) => assist.changeSettings(caller, body),
  }),
])
