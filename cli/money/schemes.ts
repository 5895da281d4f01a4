// Schemes from the command line (billing 8): which there are, and what they cover, from a file.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { ListImported } from '../../db/hospital/office/imports/list-file.ts'
import type { Scheme } from '../../db/hospital/money/tariff/scheme-shapes.ts'
import { command, done, file, type Frame, word } from '../frame/grammar/command.ts'
import { shownRefusals } from '../frame/list-import.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'
import { said } from './money.ts'

const list = command('schemes list', {
  says: 'Prints the insurers and other schemes that pay for patients.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/money/tariff/scheme-shapes.ts')).Scheme,
  }),
  permission: 'scheme:read',
  http: 'GET /api/v1/billing/schemes',
  flags: searched,
  examples: ['kituo schemes list', 'kituo schemes list --search nhif --json'],
  run: async ({ flags: { limit, search }, caller }) => {
    const by = await caller()
    const { list: schemes } = await import('../../db/hospital/money/tariff/schemes.ts')
    return gathered(limit, (page) => schemes(by, { ...page, ...said({ search }) }))
  },
  view: tableOf<Scheme>(
    ['Code', (row) => row.code],
    ['Scheme', (row) => row.name],
    ['Kind', (row) => row.kind],
    ['In use', (row) => onOff(row.active)],
    ['Contract to', (row) => row.contract_expiry, 'wide'],
  ),
})

const importRules = command('schemes import-rules', {
  says: 'Reads what a scheme covers from a CSV file; a bad row is left out and named.',
  class: 'M',
  tries: true,
  confirm: 'C1',
  permission: 'scheme:manage',
  asks: {
    scheme: word(text('the code or name of a scheme', /^[^\0]{1,160}$/), 'the scheme'),
    file: file('the CSV file; - is standard input'),
  },
  exits: [20],
  examples: [
    'kituo schemes import-rules NHIF ./cover.csv --dry-run',
    'kituo schemes import-rules NHIF ./cover.csv --yes',
  ],
  plan: async (frame) => {
    const { within } = await import('../../db/store/connection.ts')
    return { steps: [shownRefusals(frame, await within(() => reading(frame, true)))] }
  },
  run: async (frame) => {
    const made = await reading(frame, false)
    return done(shownRefusals(frame, made), made, {
      changed: made.created + made.changed > 0,
      ...(made.refused.length > 0 ? { exit: 20 } : {}),
    })
  },
  view: () => null,
})

async function reading(
  frame: Pick<Frame<{ scheme: string }>, 'asked' | 'caller' | 'sent'>,
  is_trial: boolean,
): Promise<ListImported> {
  const by = await frame.caller()
  const { schemeCalled } = await import('../frame/names/scheme-called.ts')
  const { importRules: bring } = await import('../../db/hospital/money/insurance/rules-import.ts')
  const { id } = await schemeCalled(by, frame.asked.scheme)
  return bring(by, id, frame.sent('file')?.bytes ?? Buffer.alloc(0), is_trial)
}

export const commands = [list, importRules]
