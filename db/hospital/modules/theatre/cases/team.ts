// The team of a case (A.2 TeamMember): one surgeon and one anaesthetist lead it.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { nameOfStaff } from '../people.ts'
import type { TeamRow } from './record.ts'
import type { MemberInput } from './shapes.ts'

export type Member = Pick<
  TeamRow,
  'staff_id' | 'name' | 'role' | 'lead' | 'supervising' | 'from_at' | 'to_at'
>

const leads = ['SURGEON', 'ANAESTHETIST'] as const

export async function teamRead(caller: Caller, input: readonly MemberInput[]): Promise<Member[]> {
  const seen = new Set<string>()
  const team: Member[] = []
  for (const [at, one] of input.entries()) {
    const key = `${one.staff_id} ${one.role}`
    if (seen.has(key)) throw invalid(`team[${at}].staff_id`, `is there twice as ${one.role}.`)
    seen.add(key)
    if (one.from && one.to && one.to < one.from) throw invalid(`team[${at}].to`, 'is before from.')
    team.push({
      staff_id: one.staff_id,
      name: await nameOfStaff(caller, one.staff_id),
      role: one.role,
      lead: one.lead ?? false,
      supervising: one.supervising ?? false,
      from_at: one.from ?? null,
      to_at: one.to ?? null,
    })
  }
  for (const role of leads) oneLead(team, role)
  if (team.some(({ lead, role }) => lead && !isLeading(role))) {
    throw invalid('team', 'is led by a SURGEON and an ANAESTHETIST.')
  }
  return team
}

const isLeading = (role: Member['role']): boolean => (leads as readonly string[]).includes(role)

/** The only one of a role leads without being called so. */
function oneLead(team: Member[], role: (typeof leads)[number]): void {
  const own = team.filter((one) => one.role === role)
  if (own.filter(({ lead }) => lead).length > 1) throw invalid('team', `has two leads as ${role}.`)
  const [only] = own
  if (own.length === 1 && only !== undefined) only.lead = true
}

/** The surgeon who was asked for leads, where the team names no other. */
export function withLead(
  team: readonly Member[],
  role: (typeof leads)[number],
  person: { staff_id: string; name: string },
): Member[] {
  const known = team.find((one) => one.role === role && one.staff_id === person.staff_id)
  const others = team
    .filter((one) => one !== known)
    .map((one) => (one.role === role ? { ...one, lead: false } : one))
  const lead = known ?? { ...person, role, supervising: false, from_at: null, to_at: null }
  return [{ ...lead, lead: true }, ...others]
}

export const leadOf = <M extends Pick<Member, 'role' | 'lead'>>(
  team: readonly M[],
  role: (typeof leads)[number],
): M | undefined => team.find((one) => one.role === role && one.lead)
