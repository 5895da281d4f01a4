// What is asked before a patient is sent to theatre, all at once (OT-8).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, hours, instantIn } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { consentFor, consentSaid } from '../../../care/consents/consents.ts'
import { liveOf } from '../../../care/wards/admissions/record.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import type { Row as Patient } from '../../../desk/patients/rows.ts'
import { openVisitRow } from '../../../desk/visits/moves/open.ts'
import { releasedTests } from '../../../diagnostics/laboratory/results/released-tests.ts'
import { isSettledNow } from '../../../money/billing/charges/lapse.ts'
import { pregnanciesOf } from '../../../neighbours/care.ts'
import { today } from '../../../office/places/hours.ts'
import { procedure_source } from '../charging.ts'
import type { Found, UnpaidBite } from '../gate-kinds.ts'
import { isSigned, partOf } from '../inside/parts.ts'
import { answersOf, openItems } from '../inside/pre-op.ts'
import { settingsOf } from '../settings/tables-of-theatre.ts'
import { bloodReady } from './blood.ts'
import { withoutAnaesthetist } from './closing.ts'
import type { CaseRow } from './record.ts'
import type { Procedure } from './tables.ts'

/** The place is a bed or an open visit. */
export async function placeAtSending(
  caller: Caller,
  row: CaseRow,
  { id, full_name }: Patient,
): Promise<Pick<CaseRow, 'admission_id' | 'visit_id'>> {
  const stay = await liveOf(caller, id)
  if (stay?.status === 'ADMITTED') return { admission_id: stay.id, visit_id: stay.visit_id }
  const visit = await openVisitRow(caller, id)
  if (visit !== undefined) return { admission_id: row.admission_id, visit_id: visit.id }
  throw conflict(`${full_name} has no bed and no open visit: open one first.`, 'no_visit')
}

export async function standsInTheWay(
  caller: Caller,
  row: CaseRow,
  patient: Patient,
): Promise<Found> {
  await mustNotBeRefused(caller, row, patient)
  const asleep = !withoutAnaesthetist(row)
  return {
    OT_CONSENT: inOne(await consentsOf(caller, row, asleep)),
    OT_FITNESS: asleep ? await fitnessOf(caller, row) : [],
    OT_FASTING: inOne(asleep ? await fastingOf(caller, row) : []),
    OT_CHECKLIST: await checklistOf(caller, row),
    OT_TESTS: await testsOf(caller, row),
    OT_ALLERGY: patient.allergy_status === 'UNKNOWN' ? [{ what: 'nobody has asked.' }] : [],
    OT_BLOOD: await bloodOf(caller, row),
    OT_PREGNANCY: await pregnancyOf(caller, row, patient),
    OT_UNPAID: await unpaidOf(caller, row),
  }
}

/** One line for each gate, and one reason that lets it through. */
const inOne = (bites: readonly Bite[]): Bite[] =>
  bites.length === 0 ? [] : [{ what: bites.map(({ what }) => what).join(' ') }]

const sideOf = ({ side }: Procedure) => (side === 'NOT_APPLICABLE' ? null : side)

/** What a patient has refused is never let through. */
async function mustNotBeRefused(
  caller: Caller,
  row: CaseRow,
  { id, full_name }: Patient,
): Promise<void> {
  for (const line of row.procedures) {
    const last = await consentSaid(caller, {
      patient_id: id,
      kind: 'PROCEDURE',
      procedure_code: line.code,
      side: sideOf(line),
    })
    if (last === undefined || last.status === 'GIVEN') continue
    const how = last.status === 'WITHDRAWN' ? 'has withdrawn' : 'has refused'
    throw conflict(`${full_name} ${how} consent for ${line.title}.`, 'consent')
  }
}

async function consentsOf(caller: Caller, row: CaseRow, asleep: boolean): Promise<Bite[]> {
  const { consent_days } = await settingsOf(caller)
  const since = instantIn(-days(consent_days))
  const bites: Bite[] = []
  const ask = async (kind: 'PROCEDURE' | 'ANAESTHESIA', line: Procedure | null) => {
    const consent = await consentFor(caller, {
      patient_id: row.patient_id,
      kind,
      ...(line === null ? {} : { procedure_code: line.code, side: sideOf(line) }),
    })
    const what = line?.title ?? 'anaesthesia'
    if (consent === null) bites.push({ what: `none is signed for ${what}.` })
    else if (consent.created_at < since) {
      bites.push({ what: `the one for ${what} is older than ${consent_days} days.` })
    }
  }
  for (const line of row.procedures) await ask('PROCEDURE', line)
  if (asleep) await ask('ANAESTHESIA', null)
  return bites
}

async function fitnessOf(caller: Caller, row: CaseRow): Promise<Bite[]> {
  const part = await partOf(caller, row.id, 'FITNESS')
  if (!isSigned(part)) return [{ what: 'none is signed.' }]
  const decision = (part?.content as { decision?: string } | undefined)?.decision
  if (decision === 'NOT_FIT' || decision === 'REVIEW') {
    return [{ what: `the assessment says ${decision}.` }]
  }
  const until = part?.valid_until ?? ''
  if (until < (await today(caller, row.facility_id)))
    return [{ what: `it was valid until ${until}.` }]
  return []
}

/** Solids and clear drinks must be asked; milk counts where it was told. */
async function fastingOf(caller: Caller, row: CaseRow): Promise<Bite[]> {
  const settings = await settingsOf(caller)
  const answers = await answersOf(caller, row.id)
  const wanted = [
    ['last_solids', 'food', settings.fasting_solids_hours, true],
    ['last_clear', 'drink', settings.fasting_clear_hours, true],
    ['last_milk', 'milk', settings.fasting_milk_hours, false],
    ['last_breast_milk', 'breast milk', settings.fasting_breast_milk_hours, false],
  ] as const
  return wanted.flatMap(([key, word, wait, must]) => {
    const one = answers.get(key)
    if (one === undefined) return must ? [{ what: `the last ${word} was not asked.` }] : []
    if (one.at === null) {
      return one.answer === 'YES' && must
        ? [{ what: `the time of the last ${word} was not asked.` }]
        : []
    }
    if (Date.parse(one.at) <= clock.ms() - hours(wait)) return []
    return [{ what: `the last ${word} was less than ${wait} hours ago.` }]
  })
}

async function checklistOf(caller: Caller, row: CaseRow): Promise<Bite[]> {
  const open = await openItems(caller, row)
  if (open.length === 0) return []
  return [{ what: `open: ${open.map(({ title }) => title).join(', ')}.`.slice(0, 400) }]
}

async function testsOf(caller: Caller, row: CaseRow): Promise<Bite[]> {
  const wanted = row.needs.required_tests
  const known = await releasedTests(caller, row.patient_id, wanted)
  const missing = wanted.filter((code) => !known.has(code))
  return missing.length === 0 ? [] : [{ what: `no result of ${missing.join(', ')}.` }]
}

/** The blood bank says how much is ready; where it was not asked, the ward does. */
async function bloodOf(caller: Caller, row: CaseRow): Promise<Bite[]> {
  if (row.blood === null || row.blood.units === 0) return []
  const kept = await bloodReady(caller, row)
  if (kept !== null) {
    const { ready, ready_units, number } = kept
    return ready
      ? []
      : [{ what: `${ready_units} of ${row.blood.units} units are ready (${number}).` }]
  }
  const ready = (await answersOf(caller, row.id)).get('blood_ready')?.answer === 'YES'
  return ready
    ? []
    : [{ what: `${row.blood.units} units are asked for and nobody says they are ready.` }]
}

async function pregnancyOf(caller: Caller, row: CaseRow, patient: Patient): Promise<Bite[]> {
  if (patient.sex !== 'Female' || row.labour_id !== null || patient.birth_date === null) return []
  const { years } = ageOn(patient.birth_date, await today(caller, row.facility_id), 'en')
  if (years < 12 || years > 50) return []
  return (await pregnanciesOf(caller, [patient.id])).has(patient.id)
    ? []
    : [{ what: 'ask, or test.' }]
}

async function unpaidOf(caller: Caller, row: CaseRow): Promise<Bite[]> {
  const bites: UnpaidBite[] = []
  for (const { source, source_id } of row.charges) {
    if (source !== procedure_source) continue
    const cleared = await isSettledNow(caller, source, source_id)
    if (cleared.may_proceed) continue
    const what = cleared.message ?? 'not cleared by the cashier.'
    bites.push({ what, level: cleared.gate, source, source_id })
  }
  return bites
}

/** As the ward sees them before it sends: what is ready by itself. */
export async function automaticItems(caller: Caller, row: CaseRow, patient: Patient) {
  const asleep = !withoutAnaesthetist(row)
  const of = async (key: string, title: string, found: Promise<Bite[]> | Bite[]) => {
    const bites = await found
    const said = bites.map(({ what }) => what).join(' ')
    return { key, title, ok: bites.length === 0, text: said.slice(0, 300) }
  }
  return [
    await of('consent', 'Consent', consentsOf(caller, row, asleep)),
    await of('fitness', 'Fitness', asleep ? fitnessOf(caller, row) : []),
    await of('fasting', 'Fasting', asleep ? fastingOf(caller, row) : []),
    await of('tests', 'Tests', testsOf(caller, row)),
    await of('blood', 'Blood', bloodOf(caller, row)),
    await of(
      'allergy',
      'Allergies',
      patient.allergy_status === 'UNKNOWN' ? [{ what: 'nobody has asked.' }] : [],
    ),
  ]
}
