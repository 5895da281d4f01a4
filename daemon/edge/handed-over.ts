// Listeners that systemd bound before it started the house (OPS-19): ports below 1024 need no right of
// the house's own, and connections wait while it starts anew.

import { isLoopback } from '../../db/appliance/configuration/together.ts'
import { Refusal } from '../../db/core/refusal.ts'

export interface Handed {
  fd: number
}

interface HandedOver {
  listen: Handed[]
  /** Plain HTTP that leads to the others: FileDescriptorName=redirect. */
  redirect: Handed | null
}

/** Meant for this very process; they are counted from the third. */
export function handedOver(env: NodeJS.ProcessEnv, pid = process.pid): HandedOver {
  const count = env['LISTEN_PID'] === String(pid) ? Number(env['LISTEN_FDS']) : 0
  if (!Number.isInteger(count) || count < 1) return { listen: [], redirect: null }
  const names = (env['LISTEN_FDNAMES'] ?? '').split(':')
  const all = Array.from({ length: count }, (_, at) => ({ fd: 3 + at, name: names[at] }))
  const [redirect = null] = all.filter(({ name }) => name === 'redirect')
  return { listen: all.filter(({ name }) => name !== 'redirect'), redirect }
}

/** OPS-21, by what was bound: a socket of systemd may be wider than `listen` says. */
export function refuseOpen(hosts: readonly string[]): void {
  const open = hosts.find((host) => !isLoopback(host))
  if (open === undefined) return
  throw new Refusal(
    400,
    'config.together',
    `systemd listens on ${open} and tls.mode is off: passwords would cross the network unprotected. Use tls.mode = "own", name the proxy in trusted_proxies, or narrow ListenStream in kituo.socket.`,
  )
}

export const needsRestart = (): Refusal =>
  new Refusal(
    400,
    'config.together',
    'systemd holds the listeners: tls.mode and tls.workstations change with a restart here.',
  )
