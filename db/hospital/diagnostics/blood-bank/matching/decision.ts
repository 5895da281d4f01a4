// What stands in the way of a unit going to a patient (BLD-50, BLD-57, BLD-60; gates of 2.10). Pure. What
// is `refused` is refused whatever gate, role or emergency; the rest are bites of gates.

import type { Bite } from '../../../desk/gates/kind.ts'
import type { Abo, BloodGroup, Family, requirement_kinds, UnitAttribute } from '../words.ts'
import { aboOf, isAllowed, isOutOfPlasma, isPositive, notFor } from './compatibility.ts'

export interface Requirement {
  kind: (typeof requirement_kinds)[number]
  antigen?: string | null | undefined
}

export interface Recipient {
  group: BloodGroup | null
  confirmed: boolean
  female: boolean
  age: number
  /** Names of the antibodies that were ever found. */
  antibodies: readonly string[]
  /** What cells for this patient must be, whoever asks (BLD-84). */
  needs?: readonly Requirement[]
}

export interface UnitFacts {
  id: string
  number: string
  group: BloodGroup
  family: Family
  attributes: readonly UnitAttribute[]
  antigens: readonly string[]
}

export interface Case {
  recipient: Recipient
  unit: UnitFacts
  requirements: readonly Requirement[]
  childbearing_to: number
  emergency: boolean
}

export type Bites = Record<string, Bite[]>
export interface Decision {
  refused: string | null
  bites: Bites
}

/** In an emergency an unconfirmed group is no group: one tube may be another's (BLD-63). */
const trusted = ({ recipient, emergency }: Case): Abo | null => {
  if (recipient.group === null) return null
  return recipient.confirmed || !emergency ? aboOf(recipient.group) : null
}

export function decide(one: Case): Decision {
  const { unit, recipient, emergency } = one
  const abo = trusted(one)
  const donor = aboOf(unit.group)
  const how = { emergency, low_titre: unit.attributes.includes('LOW_TITRE') }
  if (!isAllowed(unit.family, abo, donor, how)) {
    return { refused: notFor(unit.family, unit.group, abo), bites: {} }
  }
  const bites: Bites = {
    BLD_RHD: rhdBites(one),
    BLD_REQUIREMENT: unmet(one).map((what) => ({
      subject: unit.id,
      what: `${unit.number} is not ${what}.`,
    })),
    BLD_PLATELETS: isOutOfPlasma(unit.family, abo, donor)
      ? [{ subject: unit.id, what: `${unit.group} platelets carry plasma against group ${abo}.` }]
      : [],
    BLD_GROUP_ONCE:
      !recipient.confirmed && !emergency && isCells(unit.family) && donor !== 'O'
        ? [{ subject: unit.id, what: 'The group was determined once: take a second sample.' }]
        : [],
  }
  return { refused: null, bites }
}

export const isCells = (family: Family): boolean => family === 'RED' || family === 'WHOLE'

function rhdBites({ unit, recipient, childbearing_to }: Case): Bite[] {
  if (!isPositive(unit.group) || (!isCells(unit.family) && unit.family !== 'PLATELET')) return []
  const bearing = recipient.female && recipient.age < childbearing_to
  const is_negative = recipient.group === null ? bearing : !isPositive(recipient.group)
  const has_anti_d = recipient.antibodies.some((name) => antigenOf(name) === 'D')
  if (has_anti_d) {
    return [bite(unit, 'ANTI_D', 'The patient has anti-D: RhD-negative blood alone.')]
  }
  if (!is_negative) return []
  const what = `${unit.number} is RhD-positive; the patient is RhD-negative.`
  return [bite(unit, bearing ? 'CHILDBEARING' : 'OTHER', what)]
}

const bite = ({ id }: UnitFacts, rhd_case: string, what: string): Bite => ({
  subject: id,
  what,
  facts: { rhd_case },
})

const antigenOf = (antibody: string): string => antibody.replace(/^anti-/i, '').trim()

/** What the patient needs and the unit is not; antibodies ask for units without their antigen (BLD-56). */
function unmet({ unit, requirements, recipient }: Case): string[] {
  const antigens = isCells(unit.family)
    ? [
        ...requirements.flatMap(({ kind, antigen }) =>
          kind === 'ANTIGEN_NEGATIVE' ? (antigen ?? []) : [],
        ),
        ...recipient.antibodies.map(antigenOf).filter((name) => name !== 'D'),
      ]
    : []
  const without = [...new Set(antigens)].filter((name) => !unit.antigens.includes(`${name}-`))
  const standing = isCells(unit.family) ? (recipient.needs ?? []) : []
  const kinds = [...new Set([...requirements, ...standing].map(({ kind }) => kind))].filter(
    (kind) => kind !== 'ANTIGEN_NEGATIVE' && !unit.attributes.includes(kind),
  )
  return [
    ...kinds.map((kind) => kind.toLowerCase().replace('_', ' ')),
    ...without.map((name) => `${name}-negative`),
  ]
}
