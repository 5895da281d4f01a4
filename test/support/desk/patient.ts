// A house that the doctor looks at, check by check.

import { join } from 'node:path'
import { tryConfiguration } from '../../../db/appliance/configuration/read.ts'
import type { Deployment } from '../../../db/appliance/deployment/deployment.ts'
import { examine } from '../../../db/appliance/doctor/doctor.ts'
import type { Finding, Patient } from '../../../db/appliance/doctor/finding.ts'

export interface Asked {
  settings?: string
  env?: NodeJS.ProcessEnv
  /** Null: its data cannot be opened. */
  deployment?: Deployment | null
}

export function patientAt(dir: string, own: Deployment | null) {
  const patient = ({ settings = '', env = {}, deployment = own }: Asked = {}): Patient => ({
    ...tryConfiguration({
      place: 'clone',
      env: {},
      text: settings,
      file: join(dir, 'kituo.toml'),
      flags: { 'data.dir': dir },
    }),
    env,
    deployment,
    obstacle: null,
  })
  const look = async (id: string, asked?: Asked): Promise<Finding> => {
    const [found] = await examine(patient(asked), { ids: [id] })
    if (found === undefined) throw new Error(`there is no check ${id}`)
    return found
  }
  return { patient, look }
}
