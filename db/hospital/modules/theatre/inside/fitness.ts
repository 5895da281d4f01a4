// Fitness for anaesthesia (A.2 Fitness, OT-1): needs no team; signed by a doctor or a nurse anaesthetist.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn, nextDay } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { Practising } from '../../../desk/amendments/practising.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { type CaseRow, held } from '../cases/record.ts'
import { settingsOf } from '../settings/tables-of-theatre.ts'
import { type Content, type PartRow, writePart } from './parts.ts'
import type { FitnessInput } from './shapes.ts'

export async function write(caller: Caller, id: string, input: FitnessInput): Promise<CaseRow> {
  await signerOf(caller)
  const { row } = await held(caller, id)
  const { sign = false, reason, ...content } = input
  await writePart(caller, row, {
    part: 'FITNESS',
    content,
    sign,
    reason,
    maySign: async (written, signer) => maySign(written, signer),
    valid_until: async (signed_at) => {
      const { fitness_valid_days } = await settingsOf(caller)
      const zone = await zoneOf(caller, row.facility_id)
      return nextDay(dayIn(zone, new Date(signed_at)), fitness_valid_days)
    },
  })
  return row
}

const may_assess = /doctor|physician|surgeon|anaesth|medical officer|specialist|clinical officer/i

function maySign(content: Content, { cadre }: Practising): void {
  for (const field of ['asa', 'decision']) {
    if (content[field] === undefined) throw invalid(field, 'is required to sign.')
  }
  if (content['decision'] === 'FIT_WITH_CONDITIONS' && !content['conditions']) {
    throw invalid('conditions', 'is required with FIT_WITH_CONDITIONS.')
  }
  if (cadre !== null && !may_assess.test(cadre)) {
    throw conflict('Fitness is signed by a doctor or a nurse anaesthetist.', 'cadre')
  }
}

const points = [
  'high_risk_surgery',
  'ischaemic_heart',
  'heart_failure',
  'stroke',
  'insulin',
  'creatinine_over_177',
] as const

/** A point for each that is so: 0 to 6. */
export function rcriScore({ content }: Pick<PartRow, 'content'>): number {
  const rcri = ((content as Content)['rcri'] ?? {}) as Record<string, boolean | undefined>
  return points.filter((one) => rcri[one] === true).length
}
