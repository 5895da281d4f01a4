// What runs when, of the clinics of TB and HIV (tb-ctc 7).

import { within } from '../../../db/store/connection.ts'
import { reckonClients } from '../../../db/hospital/modules/tb-ctc/ctc/clockwork.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { light } from './manner.ts'

export const clinics_entries: readonly Entry[] = [
  {
    ...light,
    name: 'clinic-clients',
    label: 'Clients of the clinics whose tests are due, and who stay away',
    area: 'tb-ctc',
    cron: '0 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => {
      let pieces = 0
      for (let after: string | null = ''; after !== null && !signal.aborted; pieces += 1) {
        const from: string = after
        after = await within(() => reckonClients(caller, from), 'jobs')
      }
      return { pieces }
    },
  },
]
