// Who may prescribe what, and what must be written with it (CAR-68, CAR-69, CAR-83).

import { type Check, type Finding, titled } from './situation.ts'

const found = (
  gate: Finding['gate'],
  what: string,
  mend: string | null = null,
  adopted = true,
): Omit<Finding, 'line'> => ({ gate, severity: null, what, mend, adopted })

/** What nobody knows of the prescriber is not held against him or her. */
export const cadreChecks: Check = ({ line, of }) => {
  const { levels, cadres, specialities, confirmed, name } = line.medicine
  const { level, cadre, department } = of.prescriber
  const shut = [
    { allowed: levels, own: level },
    { allowed: cadres, own: cadre },
    { allowed: specialities, own: department },
  ].find(({ allowed, own }) => allowed.length > 0 && own !== null && !allowed.includes(own))
  if (shut === undefined) return []
  const what = `${titled(line)}: ${name} is for ${shut.allowed.join(', ')}.`
  return [found('RX_CADRE', what, null, confirmed)]
}

export const writingChecks: Check = ({ line, of }) => {
  const { aware, controlled, in_formulary } = line.medicine
  const says: Omit<Finding, 'line'>[] = []
  const why = reasonWanted(line)
  if (why !== null && !line.indication) {
    says.push(found('RX_INDICATION', `${line.at}: write why: ${line.medicine.name} is ${why}.`))
  }
  if (aware === 'RESERVE') {
    says.push(found('RX_RESERVE', `${titled(line)}: is kept in reserve.`))
  }
  const days = of.settings.controlled_days
  if (controlled !== 'NONE' && (line.duration_days ?? 0) > days) {
    const what = `${titled(line)}: a controlled drug is prescribed for ${days} days at most.`
    says.push(found('RX_CONTROLLED_DAYS', what))
  }
  if (!in_formulary) {
    says.push(found('RX_FORMULARY', `${titled(line)}: not in the formulary; may not be stocked.`))
  }
  return says
}

function reasonWanted({ medicine, when_needed }: Parameters<Check>[0]['line']): string | null {
  if (medicine.aware === 'WATCH') return 'a Watch antibiotic'
  if (medicine.aware === 'RESERVE') return 'a Reserve antibiotic'
  if (medicine.controlled !== 'NONE') return 'a controlled drug'
  return when_needed ? 'given when needed' : null
}
