// An empty data root made into a hospital to try (OPS-86): no question, one password, shown once.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { operator } from '../../db/core/caller.ts'
import { changeSetting } from '../../db/appliance/configuration/change.ts'
import {
  type Asked,
  type Configuration,
  ownFile,
  readConfiguration,
} from '../../db/appliance/configuration/read.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import { commandLineName } from '../../db/appliance/deployment/user.ts'
import { writeWhole } from '../../db/core/disk.ts'
import { makeNamedFolders } from '../../db/core/folders.ts'
import { temporaryPassword } from '../../db/hospital/office/access/sign-in/passwords.ts'
import { only } from '../../db/hospital/office/hospitals/hospitals.ts'
import { handOver } from '../backup/recovery.ts'

const first_port = 8080
const last_port = 8099

export interface FirstSignIn {
  username: string
  password: string
}

/** Where a first run leaves the words that open its backups (OPS-86): until somebody moves them away. */
export const recoveryFile = (dir: string): string => join(dir, 'recovery.txt')

/** The configuration of a root to be tried lies in it, so that root and program go anywhere. */
export function keepOwnFile(asking: Asked): void {
  const own = ownFile(asking)
  if (own === null || asking.file !== undefined || existsSync(own)) return
  const dir = dirname(own)
  if (existsSync(dir) && (!statSync(dir).isDirectory() || readdirSync(dir).length > 0)) return
  makeNamedFolders(dir, 0o700, 'data_dir.unmade')
  writeWhole(own, '# What differs from how Kituo is shipped. See: kituo config show\n')
}

/** OPS-5: the first free port, kept in the file so that later starts have the same. */
export async function withFreePort(
  asking: Asked,
  configuration: Configuration,
): Promise<Configuration> {
  const { origin, value } = configuration.setting('listen')
  const [first] = value as readonly { host: string; port: number }[]
  if (origin.kind !== 'default' || first === undefined) return configuration
  for (let port = first_port; port <= last_port; port++) {
    if (!(await isFree(first.host, port))) continue
    if (port === first.port) return configuration
    changeSetting({ ...asking, file: configuration.file }, 'listen', `${first.host}:${port}`)
    return readConfiguration({ ...asking, file: configuration.file })
  }
  return configuration
}

/** Null when a hospital is there already. */
export async function firstHospital(
  deployment: Deployment,
  env: NodeJS.ProcessEnv,
): Promise<FirstSignIn | null> {
  if ((await only()) !== undefined) return null
  // A house that stands does without what makes one, and without its certificates' library.
  const { provision } = await import('../../db/hospital/tenants/provisioning/provision.ts')
  const { makeAuthorities } = await import('./rest.ts')
  const nobody = { terminal: null, warn: () => undefined }
  const words = recoveryFile(deployment.root.dir)
  await handOver(nobody, deployment, commandLineName(env), words)
  const { hospital, username, password } = await provision(
    (hospital_id) => operator(hospital_id, commandLineName(env)),
    {
      code: 'kituo',
      name: 'Kituo Hospital',
      country: 'TZ',
      facility: { code: 'MAIN', name: 'Main', kind: 'HOSPITAL' },
      administrator: { username: 'admin', full_name: 'Administrator' },
      // Lasting: nobody else can reach a loopback address.
      password: temporaryPassword(),
    },
  )
  await makeAuthorities(hospital.name)
  return { username, password }
}

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host, port }, () => probe.close(() => resolve(true)))
  })
