// What runs when, of the parts that a branch switches on.

import { minutes } from '../../../db/core/clock.ts'
import * as theatre from '../../../db/hospital/modules/theatre/jobs.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { light } from './manner.ts'

export const modules_entries: readonly Entry[] = [
  {
    ...light,
    name: 'theatre-lists',
    label: 'Lists of theatres, published for tomorrow',
    area: 'theatre',
    every: minutes(10),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: ({ caller }) => theatre.publishTomorrow(caller),
  },
  {
    ...light,
    name: 'theatre-sessions-over',
    label: 'Sessions of theatres that are over',
    area: 'theatre',
    cron: '10 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: ({ caller }) => theatre.closeYesterday(caller),
  },
  {
    ...light,
    name: 'theatre-notes-unsigned',
    label: 'Operation notes that nobody signed',
    area: 'theatre',
    cron: '40 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: ({ caller }) => theatre.tellUnsigned(caller),
  },
]
