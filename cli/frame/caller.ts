// Who a command acts as, and in which hospital (OPS-58, OPS-63).

import { type Caller, operator, platform_id } from '../../db/core/caller.ts'
import type { CommandLine, SignedBy } from '../../db/appliance/deployment/line.ts'
import { noSuch, Refusal } from '../../db/core/refusal.ts'
import { echo, usage } from './grammar/usage.ts'

export interface Chosen {
  readonly caller: Caller
  readonly hospital: string | null
  readonly facility: string | null
}

/** Who signed in for it, at a branch of their own. */
export async function choosePerson(
  { token }: SignedBy,
  { caller: at, flags }: Pick<CommandLine, 'caller' | 'flags'>,
  request_id: string,
): Promise<Chosen> {
  const { personOf } = await import('../../db/hospital/office/access/users/persons.ts')
  const hospitals = await import('../../db/hospital/office/hospitals/hospitals.ts')
  const code = typeof flags['facility'] === 'string' ? flags['facility'] : null
  const caller = await personOf(token, { at, facility: code, request_id })
  const { code: hospital } = await hospitals.byId(caller.hospital_id)
  return { caller, hospital, facility: code }
}

/** `name` is `cli:asha@hms1`. */
export async function choose(
  name: string,
  asked: {
    hospital: string | null
    facility: string | null
    about: 'deployment' | 'operator' | undefined
  },
): Promise<Chosen> {
  if (asked.about === 'operator') {
    return { caller: operator(platform_id, name), hospital: null, facility: null }
  }
  const hospitals = await import('../../db/hospital/office/hospitals/hospitals.ts')
  const all = await hospitals.all()
  const code = asked.hospital?.toLowerCase() ?? null
  const hospital =
    code === null ? (all.length === 1 ? all[0] : undefined) : all.find((one) => one.code === code)
  if (code !== null && hospital === undefined) throw noSuch(`hospital: ${echo(code)}`)
  if (hospital === undefined) {
    if (asked.about === 'deployment') {
      return { caller: operator(platform_id, name), hospital: null, facility: null }
    }
    if (all.length === 0) {
      throw new Refusal(503, 'deployment.empty', 'There is no hospital here yet. Run: kituo init')
    }
    throw usage('hospital', `--hospital is needed: ${all.map((one) => one.code).join(', ')}.`)
  }
  const caller = operator(hospital.id, name)
  if (asked.facility === null) return { caller, hospital: hospital.code, facility: null }
  const { byCode } = await import('../../db/hospital/office/places/facilities.ts')
  const facility = await byCode(caller, asked.facility)
  if (facility === undefined) throw noSuch(`branch: ${echo(asked.facility)}`)
  return {
    caller: operator(hospital.id, name, facility.id),
    hospital: hospital.code,
    facility: facility.code,
  }
}
