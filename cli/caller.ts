// Who a command acts as, and in which hospital (OPS-58, OPS-63).

import { type Caller, operator, platform_id } from '../db/caller.ts'
import { noSuch } from '../db/refusal.ts'
import { usage } from './usage.ts'

export interface Chosen {
  readonly caller: Caller
  readonly hospital: string | null
  readonly facility: string | null
}

/** `name` is `cli:asha@hms1`. */
export async function choose(
  name: string,
  asked: { hospital: string | null; facility: string | null; deployment: boolean },
): Promise<Chosen> {
  const { hospitals } = await import('../db/hospital/hospitals/tables.ts')
  const all = (await hospitals.all({}, { order: ['code'] })).filter(({ id }) => id !== platform_id)
  const code = asked.hospital?.toLowerCase() ?? null
  const hospital =
    code === null ? (all.length === 1 ? all[0] : undefined) : all.find((one) => one.code === code)
  if (code !== null && hospital === undefined) throw noSuch(`hospital: ${code}`)
  if (hospital === undefined) {
    if (asked.deployment) {
      return { caller: operator(platform_id, name), hospital: null, facility: null }
    }
    if (all.length === 0) throw usage('hospital', 'there is no hospital here yet. Run: kituo init')
    const codes = all.map((one) => one.code).join(', ')
    throw usage('hospital', `--hospital is needed: ${codes}.`)
  }
  const facility = asked.facility === null ? null : await branch(hospital.id, asked.facility)
  return {
    caller: operator(hospital.id, name, facility?.id ?? null),
    hospital: hospital.code,
    facility: facility?.code ?? null,
  }
}

async function branch(hospital_id: string, code: string): Promise<{ id: string; code: string }> {
  const { facilities } = await import('../db/hospital/places/tables.ts')
  const found = await facilities.find({ hospital_id, code: code.toUpperCase() })
  if (found === undefined) throw noSuch(`branch: ${code}`)
  return found
}
