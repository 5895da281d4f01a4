// What runs when, of workstations.

import { minutes, seconds } from '../../../db/core/clock.ts'
import { tidyCodes, watchLeases } from '../../../db/hospital/office/devices/leases.ts'
import { rebuildIfDue } from '../../../db/hospital/office/devices/list-wanted.ts'
import { rotateIfDue } from '../../../db/hospital/office/devices/rotation.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { light } from './manner.ts'

export const devices_entries: readonly Entry[] = [
  {
    ...light,
    name: 'leases',
    label: 'Leases of workstations',
    area: 'devices',
    cron: '20 * * * *',
    scope: 'deployment',
    catch_up: 'once',
    pausable: false,
    needs_clock: true,
    run: () => watchLeases(),
  },
  {
    ...light,
    name: 'device-codes',
    label: 'Dead codes and challenges of workstations',
    area: 'devices',
    every: minutes(10),
    scope: 'deployment',
    catch_up: 'skip',
    run: () => tidyCodes(),
  },
  {
    ...light,
    name: 'device-authority',
    label: 'Authority of the workstations near its end',
    area: 'devices',
    cron: '15 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: () => rotateIfDue(),
  },
  {
    // On every daemon: each knows what was revoked through it.
    ...light,
    name: 'revocation-list',
    label: 'Revocation list of workstations',
    area: 'devices',
    every: seconds(2),
    scope: 'deployment',
    runs_on: 'each',
    catch_up: 'skip',
    run: async () => ({ lists: await rebuildIfDue() }),
  },
]
