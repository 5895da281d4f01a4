// How goods are kept, and the second person at the workstation (stock 5.7, 5.9).

import * as settings from '../../../db/hospital/goods/stock/settings/settings.ts'
import {
  StockSettings,
  StockSettingsChange,
} from '../../../db/hospital/goods/stock/settings/shapes.ts'
import { WitnessGiven, WitnessInput } from '../../../db/hospital/goods/stock/witness/shapes.ts'
import { giveWitness } from '../../../db/hospital/goods/stock/witness/witness.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, patch, post } = nobodys

export const door = area('stock', [
  post('/stock/witness', {
    summary: 'A second person confirms at this workstation; the token counts once',
    access: 'self:use',
    transaction: 'rule',
    body: WitnessInput,
    reply: WitnessGiven,
    says: 'Confirmed.',
    run: ({ caller, body }) => giveWitness(caller, body),
  }),
  get('/stock/settings', {
    summary: 'How goods are kept',
    access: 'stock:read',
    reply: StockSettings,
    run: ({ caller }) => settings.find(caller),
  }),
  patch('/stock/settings', {
    summary: 'Set how goods are kept',
    access: 'stock:settings',
    body: StockSettingsChange,
    reply: StockSettings,
    says: 'Settings changed.',
    run: ({ caller, body }) => settings.change(caller, body),
  }),
])
