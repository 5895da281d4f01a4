// On what terms a workstation may be used, as they are typed: said in the words of the flags.

import { usage } from '../frame/grammar/usage.ts'

export function lifeOf({
  hours,
  never_expires,
}: {
  hours?: number | undefined
  never_expires: boolean
}) {
  if (hours !== undefined && never_expires) {
    throw usage('value', '--hours and --never-expires do not go together.')
  }
  return { never_expires, expires_in_hours: hours ?? null }
}

export async function networksIn(cidr: readonly string[]): Promise<string[]> {
  const { isRange } = await import('../../db/core/networks.ts')
  const odd = cidr.find((one) => !isRange(one))
  if (odd !== undefined) throw usage('value', `${odd} is not a network.`)
  return [...cidr]
}
