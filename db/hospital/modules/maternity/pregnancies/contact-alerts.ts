// What a contact found that cannot wait (MAT-3, MAT-6, MAT-7, MAT-26). Pure.

import type { Static } from '../../../../core/kinds/kinds.ts'
import type { signs_table } from '../chosen/tables.ts'
import type { ContactRow } from './known.ts'
import type { PregnancyRow } from './record.ts'
import type { ContactAlert } from './shapes.ts'

export interface ContactJudged {
  alerts: ContactAlert[]
  /** The colour that the visit takes; null: it stays as it is. */
  acuity: number | null
}

export function contactAlerts(
  signs: readonly Static<(typeof signs_table)['row']>[],
  before: Pick<PregnancyRow, 'risks'>,
  after: Pick<PregnancyRow, 'risks'>,
  row: Pick<ContactRow, 'measures' | 'danger_signs' | 'babies' | 'gestation' | 'kind'>,
): ContactJudged {
  const mine = signs.filter(({ key }) => row.danger_signs.includes(key))
  const babies = row.babies.flatMap((baby) => (baby['danger_signs'] ?? []) as string[])
  const theirs = signs.filter(({ key }) => babies.includes(key))
  const known = new Set(before.risks.map(({ key }) => key))
  const risks = after.risks.filter(({ key, level }) => level === 'HIGH' && !known.has(key))
  const alerts = [
    ...mine.map(({ key, title }) => ({ key, message: `Danger sign: ${title}.` })),
    ...theirs.map(({ key, title }) => ({ key, message: `Danger sign of the newborn: ${title}.` })),
    ...preEclampsia(row),
    ...newbornAlerts(row),
    ...risks.map(({ key, title, advice }) => ({ key, message: `${title}. ${advice}` })),
  ]
  const colours = mine.map(({ acuity }) => acuity)
  return { alerts, acuity: colours.length === 0 ? null : Math.min(...colours) }
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function preEclampsia({
  measures,
  gestation,
}: Pick<ContactRow, 'measures' | 'gestation'>): ContactAlert[] {
  const systolic = number(measures['systolic']) ?? 0
  const diastolic = number(measures['diastolic']) ?? 0
  const { urine_protein } = measures
  const protein = typeof urine_protein === 'string' && /^P[1-4]$/.test(urine_protein)
  const high = systolic >= 140 || diastolic >= 90
  if (!high || !protein || (gestation?.weeks ?? 0) < 20) return []
  const severe = systolic >= 160 || diastolic >= 110
  const more = severe ? ' Magnesium sulphate is asked of a clinician now.' : ''
  return [{ key: 'PRE_ECLAMPSIA', message: `Pre-eclampsia: high pressure with protein.${more}` }]
}

/** MAT-26. */
const newbornAlerts = ({ babies }: Pick<ContactRow, 'babies'>): ContactAlert[] =>
  babies.flatMap((baby) => {
    const temperature = number(baby['temperature'])
    const cold_or_hot = temperature !== null && (temperature < 35.5 || temperature >= 37.5)
    const jaundiced = baby['jaundice'] === 'LIMBS'
    return [
      ...(cold_or_hot ? [{ key: 'BABY_TEMPERATURE', message: 'The newborn is cold or hot.' }] : []),
      ...(jaundiced ? [{ key: 'BABY_JAUNDICE', message: 'Jaundice beyond the chest.' }] : []),
    ]
  })
