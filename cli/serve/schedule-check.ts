// Clinics of the days to come: `kituo schedules check` (front office 8).

import { whole } from '../../db/appliance/configuration/kinds.ts'
import type { Emptiness } from '../../db/hospital/desk/appointments/checks.ts'
import { branch } from '../frame/names/branch.ts'
import { command, done, orElse } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'

export const check = command('schedule check', {
  says: 'Prints clinicians by how many sessions they hold in the days to come, the empty ones first.',
  class: 'R',
  permission: 'schedule:read',
  flags: { days: orElse(whole(1, 366), '30', 'how far ahead') },
  examples: [
    'kituo schedule check --facility MAIN',
    'kituo schedules check --days 60 --facility MAIN --json',
  ],
  run: async (frame) => {
    const by = await frame.caller()
    const { emptyClinics } = await import('../../db/hospital/desk/appointments/checks.ts')
    const found = await emptyClinics(by, (await branch(frame)).id, frame.flags.days)
    const empty = found.filter(({ sessions }) => sessions === 0).length
    return done(`${found.length} clinicians, ${empty} without a session.`, found, {
      total: found.length,
    })
  },
  view: tableOf<Emptiness>(
    ['Clinician', (row) => row.clinician],
    ['Schedules', (row) => row.schedules],
    ['Sessions', (row) => row.sessions],
    ['Until', (row) => row.until],
  ),
})
