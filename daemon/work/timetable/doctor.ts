// When the doctor looks by itself (OPS-165): at what is quick every five minutes, at everything at night.

import { minutes } from '../../../db/core/clock.ts'
import type { Deployment } from '../../../db/appliance/deployment/deployment.ts'
import { examine, type Look } from '../../../db/appliance/doctor/doctor.ts'
import { tellFindings } from '../../../db/hospital/office/system/findings.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { heavy, light } from './manner.ts'

export function doctorEntries(deployment: Deployment): Entry[] {
  const look = async (how: Look): Promise<Record<string, number>> => {
    const { configuration } = deployment
    const patient = { configuration, faults: [], env: process.env, deployment, obstacle: null }
    const findings = await examine(patient, how)
    return { checks: findings.length, told: await tellFindings(findings) }
  }
  return [
    {
      ...light,
      name: 'doctor-light',
      ends_at_once: true,
      label: 'The doctor, at what is quick',
      area: 'system',
      every: minutes(5),
      scope: 'deployment',
      catch_up: 'skip',
      run: () => look({ light: true }),
    },
    {
      ...heavy,
      name: 'doctor',
      ends_at_once: true,
      label: 'The doctor, at everything',
      area: 'system',
      cron: '30 4 * * *',
      scope: 'deployment',
      catch_up: 'once',
      run: () => look({}),
    },
  ]
}
