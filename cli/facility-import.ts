// Other houses that patients are referred to, from a file (front office 8).

import { command, done, file, type Frame } from './command.ts'
import { type ListImported, shownRefusals } from './list-import.ts'

const load = command('facility import', {
  says: 'Reads other houses that patients are referred to from a CSV file.',
  class: 'M',
  permission: 'area:manage',
  http: 'POST /api/v1/referral-facilities/import',
  confirm: 'C1',
  asks: { file: file('the CSV file; - is standard input') },
  examples: [
    'kituo facility import ./directory.csv --dry-run',
    'kituo facilities import ./directory.csv --yes',
  ],
  plan: async (frame) => {
    const { within } = await import('../db/connection.ts')
    return { steps: [shownRefusals(frame, await within(() => read(frame, true)))] }
  },
  run: async (frame) => {
    const made = await read(frame, false)
    return done(shownRefusals(frame, made), made)
  },
})

async function read(
  { sent, caller }: Frame<{ file: string }, unknown>,
  is_trial: boolean,
): Promise<ListImported> {
  const { importDirectory } = await import('../db/hospital/referrals/directory-import.ts')
  return importDirectory(await caller(), sent('file')?.bytes ?? Buffer.alloc(0), is_trial)
}

export const commands = [load]
