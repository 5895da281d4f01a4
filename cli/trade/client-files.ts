// Clients from a file, and the account of one on paper (commercial 8).

import { choice, day, path } from '../../db/appliance/configuration/kinds.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { languages } from '../../db/hospital/office/hospitals/words.ts'
import { command, done, file, type Frame, maybe, word, yes } from '../frame/grammar/command.ts'
import { shownRefusals } from '../frame/list-import.ts'
import { said } from '../money/money.ts'
import { clientCalled, one } from './called.ts'

type Bringing = Frame<{ file: string }, { partial: boolean }>

const load = command('clients import', {
  says: 'Reads clients from a CSV file; the first bad row refuses the file, unless --partial is said.',
  class: 'M',
  tries: true,
  confirm: 'C1',
  permission: 'client:write',
  asks: { file: file('the CSV file; - is standard input') },
  flags: { partial: yes('write the good rows all the same') },
  exits: [20],
  examples: [
    'kituo clients import ./clients.csv --dry-run',
    'kituo clients import ./clients.csv --partial --yes',
  ],
  plan: async (frame: Bringing) => {
    const { within } = await import('../../db/store/connection.ts')
    return { steps: [shownRefusals(frame, await within(() => reading(frame, true)))] }
  },
  run: async (frame: Bringing) => {
    const made = await reading(frame, false)
    return done(shownRefusals(frame, made), made, {
      changed: made.created + made.changed > 0,
      ...(made.refused.length > 0 ? { exit: 20 } : {}),
    })
  },
  view: () => null,
})

async function reading(frame: Bringing, is_trial: boolean) {
  const by = await frame.caller()
  const { importClients } = await import('../../db/hospital/trade/clients/import.ts')
  const bytes = frame.sent('file')?.bytes ?? Buffer.alloc(0)
  return importClients(by, bytes, { is_trial, partial: frame.flags.partial })
}

const statement = command('clients statement', {
  says: 'Prints the account of a client as a PDF.',
  class: 'M',
  permission: 'client:statement',
  transaction: 'rule',
  asks: one,
  flags: {
    out: word(path(), 'the file to write'),
    from: maybe(day(), 'from this day; the first of the month before'),
    to: maybe(day(), 'to this day; today'),
    lang: maybe(choice(languages), 'in this language'),
  },
  examples: [
    'kituo clients statement CL-00007 --out ./statement.pdf',
    'kituo clients statement CL-00007 --from 2026-01-01 --to 2026-03-31 --out ./quarter.pdf',
  ],
  plan: async (frame) => {
    const by = await frame.caller()
    await clientCalled(by, frame.asked.client)
    return { steps: [`print the statement of ${frame.asked.client} to ${frame.flags.out}`] }
  },
  run: async (frame) => {
    const { printingTrade } = await import('../frame/hands.ts')
    const by = await frame.caller()
    const id = await clientCalled(by, frame.asked.client)
    const { out, from, to, lang } = frame.flags
    const at = { base_url: frame.configuration.get('public_url') ?? '' }
    const { bytes } = await printingTrade(frame, (prints) =>
      prints.printAccount(by, at, id, said({ from, to, lang })),
    )
    if (!Buffer.isBuffer(bytes)) throw new Refusal(500, 'fault', 'A paper came in pieces.')
    await frame.put(bytes)
    return done(`The statement of ${frame.asked.client} is in ${out}.`, {
      file: out,
      bytes: bytes.length,
    })
  },
  view: () => null,
})

export const commands = [load, statement]
