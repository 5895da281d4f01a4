// What runs when, of the audit log.

import { dayIn, minutes } from '../../../db/core/clock.ts'
import { writeAnchors } from '../../../db/hospital/office/auditing/anchors.ts'
import * as proofs from '../../../db/hospital/office/auditing/proofs.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { writeLines } from '../anchor-lines.ts'
import { light } from './manner.ts'

export const audit_entries: readonly Entry[] = [
  {
    ...light,
    name: 'audit-anchor',
    label: 'Anchors of the audit log',
    area: 'audit',
    cron: '0 0 * * *',
    scope: 'deployment',
    catch_up: 'once',
    pausable: false,
    at_start: true,
    run: async () => ({ anchors: await writeAnchors() }),
  },
  {
    ...light,
    name: 'anchors',
    label: 'Heads, series and counts of the hour',
    area: 'audit',
    cron: '0 * * * *',
    scope: 'deployment',
    catch_up: 'once',
    pausable: false,
    run: () => writeLines(),
  },
  {
    ...light,
    name: 'audit-verify',
    label: 'Proof of the audit log',
    area: 'audit',
    cron: '0 3 * * 0',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, due_at, time_zone }) => {
      const first_week = Number(dayIn(time_zone, new Date(due_at)).slice(8)) <= 7
      await proofs.startScheduled(caller.hospital_id, first_week)
    },
  },
  {
    // On every daemon: each knows only of the reads that it lost itself.
    ...light,
    name: 'audit-lost',
    label: 'Reads that could not be recorded',
    area: 'audit',
    every: minutes(1),
    scope: 'deployment',
    runs_on: 'each',
    catch_up: 'skip',
    run: async () => ({ hospitals: await proofs.tellOfLost() }),
  },
]
