// The mortuary, where nobody has a screen at hand (mortuary 8).

import type { Cabinet } from '../../db/hospital/modules/mortuary/cabinet-shapes.ts'
import { command, done } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { runsHere } from './runs-here.ts'

const occupancy = command('mortuary occupancy', {
  says: 'Prints every cabinet: how many spaces it has and how many are taken.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/modules/mortuary/cabinet-shapes.ts')).Cabinet,
  }),
  permission: 'mortuary:read',
  http: 'GET /api/v1/mortuary-cabinets',
  examples: ['kituo mortuary occupancy --facility MAIN', 'kituo mortuary occupancy --json'],
  run: async ({ caller }) => {
    const by = await runsHere(await caller(), 'mortuary')
    const cabinets = await import('../../db/hospital/modules/mortuary/cabinets.ts')
    const found = await cabinets.list(by, { active: true })
    const taken = found.reduce((sum, { occupied }) => sum + occupied, 0)
    const all = found.reduce((sum, { capacity }) => sum + capacity, 0)
    return done(`${taken} of ${all} spaces are taken.`, found, { total: found.length })
  },
  view: tableOf<Cabinet>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name],
    ['Kind', (row) => row.kind],
    ['Spaces', (row) => row.capacity],
    ['Taken', (row) => row.occupied],
    ['Free', (row) => row.free],
    ['Temperature', (row) => row.temperature?.celsius ?? null, 'wide'],
  ),
})

export const commands = [occupancy]
