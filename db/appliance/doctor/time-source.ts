// What keeps the clock of this machine, as the machine tells it.

import { asked } from './asked.ts'

export interface TimeSource {
  /** Null: the machine does not tell. */
  synchronised: boolean | null
  /** The server of the time; null where none is named. */
  source: string | null
}

export function timeSource(): TimeSource {
  const said = asked().output('timedatectl', 'show', '--property=NTPSynchronized')
  const server = asked().output('timedatectl', 'show-timesync', '--property=ServerName')
  return {
    synchronised: said === null ? null : /NTPSynchronized=yes/.test(said),
    source: /^ServerName=(?<name>\S+)/m.exec(server ?? '')?.groups?.['name'] ?? null,
  }
}
