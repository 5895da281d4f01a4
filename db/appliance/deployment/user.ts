// Names of the machine's users. The runtime knows only the one it runs as.

import { readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'

export function userName(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.split(':')[2] === String(uid))
    return line?.split(':')[0] ?? `user ${uid}`
  } catch {
    return `user ${uid}`
  }
}

/** Who typed the command: behind sudo the person and not root. */
export function personHere(env: NodeJS.ProcessEnv = process.env): string {
  const { username, uid } = userInfo()
  return uid === 0 ? (env['SUDO_USER'] ?? username) : username
}

/** `cli:asha@hms1`, as the audit names the command line (OPS-58). */
export const commandLineName = (env?: NodeJS.ProcessEnv): string =>
  `cli:${personHere(env)}@${hostname()}`.slice(0, 160)
