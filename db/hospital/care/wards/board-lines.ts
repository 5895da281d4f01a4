// The boards of wards as lines for a terminal: a line a bed, and nothing in it that needs a colour.

import type { Caller } from '../../../core/caller.ts'
import { noneCalled } from '../../../core/refusal.ts'
import type { AdmissionShort } from './admissions/shapes.ts'
import { saidOf } from './admissions/alerts.ts'
import { board } from './board.ts'
import type { Lying, WardLine } from './board-shapes.ts'
import { initials } from './places/taken.ts'
import { list as wardList } from './places/wards.ts'
import type { Ward } from './places/shapes.ts'

const wards_most = 50

export async function boardLines(caller: Caller, code?: string): Promise<WardLine[]> {
  const { rows } = await wardList(caller, { page: 1, per_page: wards_most, active: true })
  const wanted = code?.trim().toLowerCase()
  const found = rows.filter((ward) => wanted === undefined || isCalled(ward, wanted))
  if (wanted !== undefined && found.length === 0) throw noneCalled('ward', code ?? '')
  const lines: WardLine[] = []
  for (const ward of found) lines.push(...(await linesOf(caller, ward)))
  return lines
}

const isCalled = ({ code, name }: Ward, wanted: string): boolean =>
  code.toLowerCase() === wanted || name.toLowerCase() === wanted

async function linesOf(caller: Caller, { id, code }: Ward): Promise<WardLine[]> {
  const shown = await board(caller, id, 'initials')
  return [
    ...shown.beds.map(({ bed_id, bed, status, lying }) => ({
      ...(lying === null ? nobody : lineOf(lying)),
      id: bed_id,
      ward: code,
      bed,
      status,
    })),
    ...shown.with_mother.map((lying) => ({
      ...lineOf(lying),
      id: lying.admission_id,
      ward: code,
      bed: '+',
      status: 'WITH_MOTHER',
    })),
    ...shown.waiting.map((one) => ({ ...askedLine(one), ward: code, bed: '?' })),
  ]
}

const nobody = {
  patient: null,
  number: null,
  day: null,
  score: null,
  trend: null,
  signs_late: false,
  alerts: '',
  next: null,
  next_timing: null,
  leaves_on: null,
  over_expected: false,
} as const

function lineOf(lying: Lying): Omit<WardLine, 'id' | 'ward' | 'bed' | 'status'> {
  const { vitals, isolation, allergies, code_status } = lying
  const score = vitals?.score ?? null
  const marked = lying.alerts.filter(({ severity }) => severity !== 'INFO')
  const alerts = [
    ...(isolation.length > 0 ? [`isolated ${isolation.join(', ')}`] : []),
    ...(allergies.length > 0 ? ['allergy'] : []),
    ...(code_status !== null && code_status !== 'FULL' ? [code_status] : []),
    ...new Set(marked.map(({ kind }) => saidOf(kind).toLowerCase())),
    ...(lying.payment_ok ? [] : ['not cleared']),
  ]
  return {
    patient: lying.patient,
    number: lying.number,
    day: lying.day,
    score: score === null ? null : `${score.value}${score.band === null ? '' : ` ${score.band}`}`,
    trend: vitals?.trend ?? null,
    signs_late: vitals?.late ?? false,
    alerts: alerts.join('; ').slice(0, 200),
    ...nextOf(lying),
    leaves_on: lying.expected_discharge_on,
    over_expected: lying.over_expected,
  }
}

/** Who waits for a bed, and how urgently. */
const askedLine = ({ id, status, patient, priority }: AdmissionShort) => ({
  ...nobody,
  id,
  status,
  patient: patient.restricted === true ? patient.full_name : initials(patient.full_name),
  number: patient.number,
  alerts: priority === 'ROUTINE' ? '' : priority,
})

/** What comes first of what is done and what is given. */
function nextOf({ next_task, next_dose }: Lying): Pick<WardLine, 'next' | 'next_timing'> {
  const [first] = [
    ...(next_task === null ? [] : [{ ...next_task, says: next_task.task }]),
    ...(next_dose === null
      ? []
      : [{ ...next_dose, says: `${next_dose.medicine} ${next_dose.dose}`.trim() }]),
  ].toSorted((a, b) => a.due_at.localeCompare(b.due_at))
  return { next: first?.says ?? null, next_timing: first?.timing ?? null }
}
