// From an offer to a member of staff, in one transaction (HR-21 to HR-23).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { within } from '../../../../store/connection.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { payAgreed } from '../../../neighbours/people.ts'
import { makeTemporary, type Temporary } from '../../../office/access/users/codes.ts'
import { activeCadre, cadreCalled, type CadreRow } from '../cadres/cadres.ts'
import { writeDown } from '../licences/licences.ts'
import { takeOn } from '../records/open.ts'
import { takeBack } from '../records/rehire.ts'
import type { StaffRow } from '../records/rows.ts'
import type { StaffInput } from '../records/shapes.ts'
import { type ApplicantRow, applicantRecord } from './applicants.ts'
import type { Hire } from './shapes.ts'
import { begun } from './stages.ts'
import { closed, countsOfOne, filled, type VacancyRow } from './vacancies.ts'
import { reached } from './words.ts'

/** Opens its own transaction: a temporary password is hashed before it. */
export async function hire(
  caller: Caller,
  id: string,
  input: Hire,
): Promise<{ applicant_id: string; staff_id: string }> {
  const temporary = input.create_user ? await makeTemporary() : null
  return within(async () => {
    const { vacancy, before } = await begun(caller, id, 'hire')
    if (vacancy.status !== 'OPEN') throw conflict(`${vacancy.number} is closed.`)
    const { hired } = await countsOfOne(caller, vacancy.id)
    if (hired >= vacancy.positions) throw filled(vacancy)
    const cadre = await cadreOf(caller, vacancy, input)
    const said = staffFrom(vacancy, before, cadre, input)
    const row = await staffOf(caller, input, said, temporary)
    if (!input.rehire_staff_id) await licenceFrom(caller, row.id, before, cadre)
    await payFrom(caller, row, before, input)
    const changes = { came_to: reached.HIRED, staff_id: row.id }
    await applicantRecord.moved(caller, before, 'hire', changes)
    if (hired + 1 >= vacancy.positions) await closed(caller, vacancy, 'filled')
    return { applicant_id: id, staff_id: row.id }
  })
}

/** New here, or somebody who left (people 3.1). */
async function staffOf(
  caller: Caller,
  { rehire_staff_id: staff_id, rehire_reason: reason = null }: Hire,
  said: StaffInput,
  temporary: Temporary | null,
): Promise<StaffRow> {
  if (!staff_id) return (await takeOn(caller, said, temporary)).row
  return takeBack(caller, said, { staff_id, reason, temporary })
}

async function cadreOf(caller: Caller, vacancy: VacancyRow, input: Hire): Promise<CadreRow> {
  if (input.cadre_id) return activeCadre(caller, input.cadre_id)
  if (vacancy.cadre === null) throw invalid('cadre_id', 'is required.')
  const found = await cadreCalled(caller, vacancy.cadre)
  if (found !== undefined) return found
  throw invalid('cadre_id', `is required: "${vacancy.cadre}" is not in the cadre list.`)
}

/** What is not said comes from the vacancy and the applicant; what neither gives is asked for. */
function staffFrom(
  vacancy: VacancyRow,
  applicant: ApplicantRow,
  cadre: CadreRow,
  input: Hire,
): StaffInput {
  const { sex, phone, department } = input
  const names = namesOf(applicant.full_name, input)
  return {
    ...names,
    sex: given('sex', sex),
    phone: given('phone', phone ?? applicant.phone),
    department: given('department', department || vacancy.department),
    cadre_id: cadre.id,
    job_title: input.job_title || vacancy.job_title,
    employment_type: input.employment_type ?? vacancy.employment_type,
    hired_on: input.hired_on,
    facility_id: input.facility_id ?? vacancy.facility_id,
    email: applicant.email,
    supervisor_id: input.supervisor_id ?? null,
    contract_ends: input.contract_ends ?? null,
    staff_number: input.staff_number ?? null,
    date_of_birth: input.date_of_birth ?? null,
    national_id: input.national_id ?? null,
    create_user: input.create_user ?? null,
    confirm_duplicate: input.confirm_duplicate ?? false,
  }
}

function given<T>(field: string, value: T | null | undefined): T {
  if (value === null || value === undefined) throw invalid(field, 'is required.')
  return value
}

/** First and last word of the name, and what stands between them. */
function namesOf(full_name: string, { first_name, last_name }: Hire) {
  const words = full_name.split(/\s+/)
  const last = last_name || (words.length > 1 ? words.at(-1) : null)
  const middle = words.slice(1, -1).join(' ')
  return {
    first_name: short(first_name || (words[0] ?? '')),
    middle_name: middle === '' ? null : short(middle),
    last_name: short(given('last_name', last)),
  }
}

/** As much as a record takes of a name that an applicant wrote. */
const short = (name: string): string => name.slice(0, 60).toWellFormed()

/** Waits to be verified with the board; the practising licence is written down with its last day. */
async function licenceFrom(
  caller: Caller,
  staff_id: string,
  { licence_no }: ApplicantRow,
  { board }: CadreRow,
): Promise<void> {
  if (licence_no === null || board === null) return
  await writeDown(caller, { staff_id, kind: 'REGISTRATION', board, licence_no })
}

/** What was said at hiring, else what was offered; where neither was, pay is entered by itself. */
async function payFrom(
  caller: Caller,
  { id: staff_id, hired_on: effective_from }: StaffRow,
  { offer }: ApplicantRow,
  { basic_pay }: Hire,
): Promise<void> {
  const offered = offer?.basic_pay ?? null
  const pay = basic_pay ?? (offered === null ? null : (await purseOf(caller)).major(offered))
  if (pay === null) return
  await payAgreed(caller, { staff_id, basic_pay: pay, effective_from })
}
