// What runs when, of the house itself.

import { clock, days, hours, instantIn, minutes } from '../../../db/core/clock.ts'
import { eraseRemoved, sweepUnneeded } from '../../../db/hospital/office/attachments/removal.ts'
import { eraseExpired as eraseExpiredCopies } from '../../../db/hospital/desk/data-files/record.ts'
import { eraseExpired } from '../../../db/hospital/office/exports/files.ts'
import { eraseValues } from '../../../db/hospital/office/imports/tidy.ts'
import * as jobs from '../../../db/hospital/office/jobs/work.ts'
import * as notices from '../../../db/hospital/office/notifications/notices.ts'
import { blankOld } from '../../../db/hospital/office/outbox/keeping.ts'
import { lookAtSystem } from '../../../db/hospital/office/system/watch.ts'
import { noteTime } from '../../../db/appliance/timetable/clock-guard.ts'
import { forgetGone } from '../../../db/appliance/timetable/daemons.ts'
import { settleOld as settleRequests } from '../../../db/appliance/requests/requests.ts'
import { eraseOldRuns } from '../../../db/appliance/timetable/runs.ts'
import { renewIfDue, trustWorkstations } from '../../edge/certificate.ts'
import { probes } from '../scanner.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { heavy, light, untilNone } from './manner.ts'

export const system_entries: readonly Entry[] = [
  {
    // On every daemon: each machine has a clock of its own.
    ...light,
    name: 'clock-guard',
    label: 'Clock guard',
    area: 'system',
    every: minutes(1),
    scope: 'deployment',
    runs_on: 'each',
    catch_up: 'skip',
    pausable: false,
    at_start: true,
    run: async () => ({ jumps: (await noteTime()) ? 1 : 0 }),
  },
  {
    ...light,
    name: 'lease-sweep',
    label: 'Daemons that are gone',
    area: 'system',
    every: minutes(1),
    scope: 'deployment',
    catch_up: 'skip',
    pausable: false,
    run: async () => ({ daemons: await forgetGone() }),
  },
  {
    ...light,
    name: 'requests',
    label: 'Requests for a second person that nobody answered',
    area: 'system',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    run: async () => ({ expired: await settleRequests() }),
  },
  {
    ...light,
    name: 'system-check',
    label: 'Disk, clock, mail and scanner',
    area: 'system',
    every: minutes(5),
    scope: 'deployment',
    catch_up: 'skip',
    at_start: true,
    run: async () => ({ changed: await lookAtSystem(probes) }),
  },
  {
    ...light,
    name: 'runs',
    label: 'Old rows of the timetable',
    area: 'system',
    cron: '10 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      erased: await untilNone(() => eraseOldRuns(instantIn(-days(90))), signal),
    }),
  },
  {
    ...heavy,
    name: 'erasures',
    label: 'Erasures: files, import rows, texts, done jobs, read notices',
    area: 'system',
    cron: '40 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      exports: await untilNone(() => eraseExpired(), signal),
      copies: await untilNone(() => eraseExpiredCopies(), signal),
      import_rows: await untilNone(() => eraseValues(instantIn(-days(30))), signal),
      jobs: await untilNone(() => jobs.eraseOld(instantIn(-days(30))), signal),
      notices: await untilNone(() => notices.eraseRead(instantIn(-days(180))), signal),
      texts: await untilNone(() => blankOld(), signal),
      attachments: await eraseRemoved(clock.now()),
      files: (await sweepUnneeded(clock.now(), signal)).removed,
    }),
  },
  {
    // On every daemon: each has listeners of its own.
    ...light,
    name: 'server-certificate',
    label: 'Certificate of the listeners',
    area: 'system',
    cron: '20 2 * * *',
    scope: 'deployment',
    runs_on: 'each',
    catch_up: 'once',
    run: async () => ({
      renewed: await renewIfDue(),
      workstations: await trustWorkstations(),
    }),
  },
]
