// Regions, districts, wards and streets, from a file.

import { command, done, file, type Frame } from './command.ts'
import { type ListImported, shownRefusals } from './list-import.ts'

const load = command('area import', {
  says: 'Reads areas from a CSV file: code, parent code, level, name.',
  class: 'M',
  permission: 'area:manage',
  http: 'POST /api/v1/administrative-areas/import',
  confirm: 'C1',
  asks: { file: file('the CSV file; - is standard input') },
  examples: ['kituo area import ./wards.csv --dry-run', 'kituo areas import ./wards.csv --yes'],
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
  const { importAreas } = await import('../db/hospital/patients/areas-import.ts')
  return importAreas(await caller(), sent('file')?.bytes ?? Buffer.alloc(0), is_trial)
}

export const commands = [load]
