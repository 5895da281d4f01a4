// The daemons of this database: one on SQLite, several on PostgreSQL.

import { hostname } from 'node:os'
import type { DaemonRow } from '../../db/appliance/timetable/daemons.ts'
import { text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, word } from '../frame/grammar/command.ts'
import { type Differs, shownValue } from '../configuration/words.ts'
import { onOff, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'

const differing_table = tableOf<Differs>(
  ['Setting', (row) => row.key],
  ['Goes by', (row) => shownValue(row.was)],
  ['The file says', (row) => shownValue(row.is)],
)

const list = command('daemon list', {
  says: 'Prints the daemons that work on this database.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo daemon list', 'kituo daemon list --json'],
  run: async () => {
    const { list: daemons } = await import('../../db/appliance/timetable/daemons.ts')
    const found = await daemons()
    return done(`${found.length} daemons.`, found, { total: found.length })
  },
  view: tableOf<DaemonRow>(
    ['Host', (row) => row.host],
    ['Pid', (row) => row.pid],
    ['State', (row) => row.state],
    ['Version', (row) => row.program],
    ['Leads', (row) => onOff(row.leads)],
    ['Since', (row, page) => page.time(row.started_at)],
    ['Seen', (row, page) => page.time(row.seen_at)],
    ['Listens', (row) => row.listen.join(' '), 'wide'],
  ),
})

const show = command('daemon show', {
  says: 'Prints one daemon of this database, and where it does not go by the file.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  asks: { which: word(text('a host or an id', /^[\w.:-]{1,120}$/), 'the daemon, by host or id') },
  examples: ['kituo daemon show hms1', 'kituo daemon show hms1 --field data.differs'],
  run: async ({ asked: { which }, house, configuration, asking }) => {
    const { list: daemons } = await import('../../db/appliance/timetable/daemons.ts')
    const { noneCalled } = await import('../../db/core/refusal.ts')
    const found = (await daemons()).find(({ id, host }) => id === which || host === which)
    if (found === undefined) throw noneCalled('daemon', which)
    // Of another machine nobody here reads the file.
    const own = house?.status()['pid'] === found.pid && hostname() === found.host
    const { differing } = await import('../configuration/edit.ts')
    return done('', { ...found, differs: own ? differing(configuration.settings, asking) : null })
  },
  view: ({ differs, ...daemon }, page) => {
    const facts = lines(Object.entries(daemon), page)
    if (differs === null) return facts
    if (differs.length === 0) return `${facts}\n\nIt goes by the file.`
    return `${facts}\n\n${differing_table(differs, page)}`
  },
})

export const commands = [list, show]
