// Consents to acts of care (3.2; CAR-47): who agreed to what, for whom, and that it was taken back.

import { inScope } from '../../office/places/facilities.ts'
import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { capitals } from '../../../core/kinds/capitals.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { alertsOf } from '../../desk/patients/record/alerts.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { type Row as Patient, patientRecord, writable } from '../../desk/patients/rows.ts'
import { joinTeam } from '../../desk/visits/moves/events.ts'
import { openVisitRow } from '../../desk/visits/moves/open.ts'
import { visitRecord } from '../../desk/visits/rows.ts'
import { mustBeStaff } from '../../desk/visits/staff.ts'
import { historyIn } from '../../history.ts'
import { staffById } from '../../neighbours/people.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { codeOf } from '../records/codes/codes.ts'
import { clinicalOpenTo } from '../clinical/open-to.ts'
import { admissionRecord, liveOf } from '../wards/admissions/record.ts'
import type { CareConsent, CareConsentInput, WithdrawInput } from './shapes.ts'
import { care_consent_history, care_consents } from './tables.ts'
import { care_consent_states } from './words.ts'

export type ConsentRow = RowOf<(typeof care_consents)['columns']>

const consent_life = life('consent', care_consent_states, {
  refuse: { from: ['GIVEN'], to: 'REFUSED', house: true },
  withdraw: { from: ['GIVEN'], to: 'WITHDRAWN', permission: 'record:write', reason: 'required' },
  void: {
    from: ['GIVEN', 'REFUSED', 'WITHDRAWN'],
    to: 'VOIDED',
    permission: 'record:void',
    reason: 'required',
  },
})

export const consentRecord = recordWithLife(care_consents, {
  life: consent_life,
  type: 'care_consent',
  called: ({ procedure_title, kind }) => procedure_title ?? kind,
  history: historyIn(care_consent_history),
})

export async function open(caller: Caller, input: CareConsentInput): Promise<ConsentRow> {
  if (await madeBefore(caller, care_consents, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  await mayAgree(caller, patient, input)
  const code = procedureOf(input)
  const place = await placeOf(caller, patient, input)
  const row = await consentRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      ...place,
      patient_id: patient.id,
      kind: input.kind,
      procedure_code: code,
      procedure_title: codeOf('PROCEDURE', code)?.display ?? null,
      side: input.side ?? null,
      status: input.status ?? 'GIVEN',
      signatory_name: input.signatory_name,
      signatory_relation: input.signatory_relation,
      second_doctor_id: input.second_doctor_id ?? null,
      reason: input.reason || null,
      thumbprint_photo_id: input.thumbprint_photo_id ?? null,
      language: languageOf(input),
      interpreter: input.interpreter || null,
      witness_staff_id: input.witness_staff_id ?? null,
      ...(await explainedBy(caller, input, signer)),
      expires_on: await expiry(caller, input),
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'record',
  )
  if (place.visit_id !== null) await joinTeam(caller, place.visit_id)
  return row
}

async function already(caller: Caller, { id, patient_id }: CareConsentInput): Promise<ConsentRow> {
  const { hospital_id } = caller
  const found = await care_consents.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return found
}

const of_age = 18

async function mayAgree(
  caller: Caller,
  { id, birth_date, full_name }: Patient,
  input: CareConsentInput,
): Promise<void> {
  const {
    signatory_relation,
    second_doctor_id,
    explained_by_id,
    witness_staff_id,
    thumbprint_photo_id,
  } = input
  if (thumbprint_photo_id && !isId(thumbprint_photo_id)) throw noSuch('photo')
  for (const staff of [second_doctor_id, explained_by_id, witness_staff_id]) {
    if (staff) await mustBeStaff(caller, staff)
  }
  if (signatory_relation === 'SELF') {
    const years = birth_date === null ? of_age : ageOn(birth_date, await today(caller), 'en').years
    if (years < of_age) {
      throw conflict(`${full_name} is under ${of_age}: a parent or guardian signs.`)
    }
    const alerts = await alertsOf(caller, id, 'ACTIVE')
    if (alerts.some(({ text }) => text.toLowerCase().includes('cannot consent'))) {
      throw conflict(`${full_name} cannot consent: a guardian signs.`)
    }
  }
  if (signatory_relation === 'TWO_DOCTORS') twoDoctors(input)
}

function twoDoctors({ second_doctor_id, explained_by_id, reason }: CareConsentInput): void {
  if (!second_doctor_id) throw invalid('second_doctor_id', 'is required with TWO_DOCTORS.')
  if (!explained_by_id) throw invalid('explained_by_id', 'is required with TWO_DOCTORS.')
  if (second_doctor_id === explained_by_id) {
    throw conflict('Two different doctors decide for who cannot.')
  }
  if (!reason) throw invalid('reason', 'is required with TWO_DOCTORS.')
}

function procedureOf({ kind, procedure_code }: CareConsentInput): string | null {
  if (procedure_code) return capitals(procedure_code)
  if (kind === 'PROCEDURE') throw invalid('procedure_code', 'is required with PROCEDURE.')
  return null
}

const own_languages: readonly string[] = ['en', 'sw']

function languageOf({ language = 'sw', interpreter }: CareConsentInput): string {
  if (!/^[A-Za-z]{2,8}$/.test(language))
    throw invalid('language', 'is a code of letters: sw, en, fr.')
  const word = language.toLowerCase()
  if (!own_languages.includes(word) && !interpreter) {
    throw invalid('interpreter', `is required with language ${word}.`)
  }
  return word
}

async function explainedBy(
  caller: Caller,
  { explained_by_id }: CareConsentInput,
  signer: { staff_id: string | null; name: string },
) {
  if (!explained_by_id) {
    return { explained_by_id: signer.staff_id, explained_by_name: signer.name.slice(0, 160) }
  }
  const name = (await staffById(caller, explained_by_id))?.name ?? signer.name
  return { explained_by_id, explained_by_name: name.slice(0, 160) }
}

async function expiry(caller: Caller, { expires_on }: CareConsentInput): Promise<string | null> {
  if (!expires_on) return null
  if (expires_on < (await today(caller))) throw invalid('expires_on', 'is over already.')
  return expires_on
}

/** What was named, else where the patient is; a consent needs no visit (CAR-3). */
async function placeOf(caller: Caller, { id: patient_id }: Patient, input: CareConsentInput) {
  const stay = input.admission_id
    ? await admissionRecord.get(caller, input.admission_id)
    : await liveOf(caller, patient_id)
  if (input.admission_id && stay?.patient_id !== patient_id) {
    throw invalid('admission_id', 'is not an admission of this patient.')
  }
  const visit = input.visit_id
    ? await visitRecord.get(caller, input.visit_id)
    : await openVisitRow(caller, patient_id)
  if (visit !== undefined && visit.patient_id !== patient_id) {
    throw invalid('visit_id', 'is not a visit of this patient.')
  }
  return {
    facility_id: stay?.facility_id ?? visit?.facility_id ?? caller.facility_id,
    visit_id: visit?.id ?? stay?.visit_id ?? null,
    admission_id: stay?.id ?? null,
  }
}

/** Never refused, whoever has died meanwhile: what was agreed does not hold any more. */
export async function withdraw(
  caller: Caller,
  id: string,
  { reason, told_by }: WithdrawInput,
): Promise<ConsentRow> {
  await signerOf(caller)
  const { patient_id } = await consentRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await consentRecord.begin(caller, id, 'withdraw')
  return consentRecord.moved(caller, before, 'withdraw', { told_by }, reason)
}

/** What was said last of this act, also that it was refused or taken back (OT-8). */
export async function consentSaid(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  asked: Pick<ConsentRow, 'patient_id' | 'kind' | 'procedure_code'> & { side: ConsentRow['side'] },
): Promise<ConsentRow | undefined> {
  const { side, ...of } = asked
  const found = await care_consents.all(
    { hospital_id, ...of, status: ['GIVEN', 'REFUSED', 'WITHDRAWN'] },
    { order: ['-created_at', '-id'] },
  )
  return found.find((one) => side === null || one.side === null || one.side === side)
}

/** CAR-210: whether a consent stands for this act on this side, today. */
export async function consentFor(
  caller: Caller,
  asked: {
    patient_id: string
    kind: ConsentRow['kind']
    procedure_code?: string | null
    side?: ConsentRow['side']
  },
): Promise<ConsentRow | null> {
  const { hospital_id } = caller
  const { patient_id, kind, procedure_code, side } = asked
  const found = await care_consents.all(
    {
      hospital_id,
      patient_id,
      kind,
      status: 'GIVEN',
      ...(procedure_code ? { procedure_code } : {}),
    },
    { order: ['-created_at', '-id'] },
  )
  const on = await today(caller)
  const fits = found.find(
    (one) =>
      (one.expires_on === null || one.expires_on >= on) &&
      (!side || one.side === null || one.side === 'BOTH' || one.side === side),
  )
  return fits ?? null
}

/** BLD_CONSENT: the newest refusal of this kind that nothing given since has replaced. */
export async function refusedOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { patient_id, kind }: { patient_id: string; kind: ConsentRow['kind'] },
): Promise<ConsentRow | null> {
  const [last] = await care_consents.all(
    { hospital_id, patient_id, kind, status: ['GIVEN', 'REFUSED'] },
    { order: ['-created_at', '-id'], limit: 1 },
  )
  return last?.status === 'REFUSED' ? last : null
}

export interface ConsentFilter extends PageAsked {
  search?: string
  patient_id?: string
  procedure_code?: string
  status?: ConsentRow['status']
  from?: string
  to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: ConsentFilter): Promise<Page<CareConsent>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(care_consents, asked, {
    alias: 'c',
    from: sql` from care_consents c${where([
      sql`c.hospital_id = ${caller.hospital_id}`,
      // Of one patient they are found wherever they were given.
      asked.patient_id === undefined
        ? await inScope(caller, asked.facility_id, 'c.facility_id')
        : sql`c.patient_id = ${asked.patient_id}`,
      when(asked.procedure_code, sql`c.procedure_code = ${capitals(asked.procedure_code ?? '')}`),
      asked.status === undefined ? sql`c.status <> 'VOIDED'` : sql`c.status = ${asked.status}`,
      ...withinDays(sql`c.created_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 'c'),
    ])}`,
    order: sql` order by c.created_at desc, c.id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

async function shownAll(caller: Caller, found: readonly ConsentRow[]): Promise<CareConsent[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    const moves = consentRecord.moves(caller, row).filter((move) => move !== 'refuse')
    return patient === undefined ? [] : [{ ...row, patient, moves }]
  })
}

export async function whole(caller: Caller, { id }: Pick<ConsentRow, 'id'>) {
  const [one] = await shownAll(caller, [await consentRecord.get(caller, id)])
  if (one === undefined) throw noSuch('consent')
  return { ...one, history: await consentRecord.history(caller, id) }
}
