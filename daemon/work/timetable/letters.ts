// What runs when, of letters, texts and notices.

import { minutes, seconds } from '../../../db/core/clock.ts'
import { passTime } from '../../../db/hospital/office/announcements/clockwork.ts'
import { sendCopies } from '../../../db/hospital/office/notifications/copies.ts'
import { escalate } from '../../../db/hospital/office/notifications/escalations.ts'
import { drainMail } from '../../../db/hospital/office/outbox/drain.ts'
import { noteEnds } from '../../../db/hospital/office/outbox/ends.ts'
import { handOver } from '../../../db/hospital/office/outbox/hand-over.ts'
import { mailer } from '../mailer.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { light } from './manner.ts'

export const letters_entries: readonly Entry[] = [
  {
    ...light,
    name: 'outbox',
    label: 'Letters that are due',
    area: 'outbox',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ ...(await drainMail(mailer)) }),
  },
  {
    ...light,
    name: 'outbox-texts',
    label: 'Texts that are due, and what became of them',
    area: 'outbox',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ ...(await handOver()), ended: await noteEnds() }),
  },
  {
    ...light,
    name: 'notice-copies',
    label: 'Copies of notices to the outbox',
    area: 'notifications',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ copies: await sendCopies() }),
  },
  {
    ...light,
    name: 'escalations',
    label: 'Notices that nobody has seen',
    area: 'notifications',
    every: minutes(1),
    scope: 'deployment',
    catch_up: 'once',
    run: async () => ({ escalated: await escalate() }),
  },
  {
    ...light,
    name: 'announcements',
    label: 'Announcements whose time has come or is over',
    area: 'announcements',
    every: minutes(1),
    scope: 'deployment',
    catch_up: 'once',
    run: async () => passTime(),
  },
]
