// What stands on the terminal when the house is ready (OPS-7).

import { existsSync } from 'node:fs'
import type { Configuration } from '../../db/appliance/configuration/read.ts'
import { version } from '../../db/core/version.ts'
import { type FirstSignIn, recoveryFile } from '../set-up/first-run.ts'

export function banner(
  { get }: Configuration,
  urls: readonly string[],
  sign_in: FirstSignIn | null,
): string {
  const [first = ''] = urls
  const words = recoveryFile(get('data.dir'))
  return [
    '',
    `  Kituo ${version} is ready.`,
    '',
    ...urls.map((url) => `  Address   ${url}   ${url}/docs`),
    ...(sign_in === null ? again : fresh(sign_in, first)),
    `  Data      ${get('data.dir')}`,
    ...(existsSync(words)
      ? [`  Backups   ${words} opens them: move it away from this machine`]
      : []),
    '  Stop      Ctrl-C',
    '',
  ].join('\n')
}

/** Nobody else knows it: a first run that cannot listen has made a hospital all the same. */
export const madeAnyway = ({ username, password }: FirstSignIn): string =>
  [
    '',
    '  The hospital is set up, but the house could not start.',
    '',
    `  Username  ${username}`,
    `  Password  ${password}   (shown once)`,
    '',
  ].join('\n')

const again = ['  Sign in   password forgotten: kituo user reset-password <username>']

const fresh = ({ username, password }: FirstSignIn, url: string): string[] => [
  `  Username  ${username}`,
  `  Password  ${password}   (shown once)`,
  '',
  `  curl -s ${url}/api/v1/auth/login -H 'content-type: application/json' \\`,
  `    -d '${JSON.stringify({ username, password })}'`,
  '',
]
