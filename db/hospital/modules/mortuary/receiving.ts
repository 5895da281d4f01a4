// A body is taken in: from the ward with its tag, or from outside (B.3, MOR-2, MOR-5).

import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { markDeceased } from '../../desk/patients/record/deaths.ts'
import { register } from '../../desk/patients/register/register.ts'
import { registerUnknown } from '../../desk/patients/register/unknown.ts'
import { openEmergencyOf } from '../../desk/emergencies/open.ts'
import { mustBeSomebody, patientRecord, type Row as Patient } from '../../desk/patients/rows.ts'
import { bodyLeftWard } from '../../care/wards/admissions/leaving.ts'
import { admissionOf } from '../../neighbours/care.ts'
import { tell } from '../../neighbours/telling.ts'
import { actTime } from '../parts/acts.ts'
import { aboutBody, mustBeDescribed, mustBeBrought } from './about.ts'
import { keepBelongings, witnessed } from './belongings.ts'
import { chargeReception } from './charging.ts'
import { kindOf, person } from './expecting.ts'
import { refreshHolds } from './holds.ts'
import { alreadyHere, begun, type Body, bodyRecord, liveOf } from './record.ts'
import type { BodyInput, ReceiveInput } from './shapes.ts'
import { nowhere, type Place, takeSpace } from './spaces.ts'
import { bodies } from './tables.ts'
import { confirmTag, newTag } from './tags.ts'
import { of_another } from './words.ts'

export interface Received {
  row: Body
  warnings: string[]
}

export async function receive(caller: Caller, id: string, input: ReceiveInput): Promise<Received> {
  const { before, patient } = await begun(caller, id, 'receive')
  await confirmTag(caller, before, input)
  const received_at = receivedAt(input, patient, before.died_at)
  if (!input.none && (input.belongings ?? []).length === 0) {
    throw invalid('belongings', 'is required: list them, or say none.')
  }
  const place = await placeFor(caller, before, input)
  const row = await bodyRecord.moved(caller, before, 'receive', {
    ...place,
    received_at,
    received_by: caller.name,
    sent_by: input.handed_over_by,
    ...(input.condition ? { condition: input.condition } : {}),
    note: input.note || before.note,
  })
  // MOR-8: who hands over is the second person.
  const second = await witnessed(caller, input.witness_token, input.handed_over_by)
  await keepBelongings(caller, row, input.belongings ?? [], second)
  if (row.admission_id !== null) {
    await bodyLeftWard(caller, row.admission_id, { at: received_at, to: 'Mortuary' })
  }
  return settled(caller, row)
}

async function settled(caller: Caller, row: Body): Promise<Received> {
  const warning = await chargeReception(caller, row)
  await refreshHolds(caller, row)
  return { row, warnings: warning === null ? [] : [warning] }
}

const receivedAt = (
  { received_at, late_reason }: Pick<ReceiveInput, 'received_at' | 'late_reason'>,
  patient: Patient,
  died_at: string | null,
): string =>
  actTime(received_at, patient, {
    field: 'received_at',
    late_reason,
    after: [{ at: died_at, says: 'received_at is before the death.' }],
  })

type PlaceAsked = Pick<ReceiveInput, 'cabinet_id' | 'space_label' | 'trolley' | 'note'>

/** No space: on a trolley, and why stands beside it. */
async function placeFor(
  caller: Caller,
  body: Pick<Body, 'id' | 'kind'>,
  { cabinet_id, space_label, trolley, note }: PlaceAsked,
): Promise<(Place | typeof nowhere) & { trolley: boolean }> {
  if (cabinet_id && space_label) {
    return { ...(await takeSpace(caller, body, { cabinet_id, space_label })), trolley: false }
  }
  if (!trolley) throw invalid('cabinet_id', 'is required with space_label, or trolley.')
  if (!note) throw invalid('note', 'is required with trolley.')
  return { ...nowhere, trolley: true }
}

/** From outside: registered where nobody knows the person, and dead from this moment on the register too. */
export async function takeIn(caller: Caller, input: BodyInput): Promise<Received> {
  const known = await madeBefore(caller, bodies, input.id)
  if (known) return { row: await bodyRecord.get(caller, input.id ?? ''), warnings: [] }
  const { facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  mustBeBrought(input)
  const patient = await dead(caller, input, await whoCame(caller, input))
  const died_at = patient.death?.died_at ?? input.died_at ?? null
  const kind = input.kind ?? (await kindOf(caller, patient, died_at ?? patient.registered_at))
  if (kind === 'BODY_PART' && !input.part) throw invalid('part', 'is required for BODY_PART.')
  await refuseTwice(caller, patient, input)
  const who = person(patient)
  mustBeDescribed(who.identity, input)
  const draft = {
    ...who,
    ...(input.id === undefined ? {} : { id: input.id }),
    ...aboutBody(input, null),
    facility_id,
    status: 'STORED' as const,
    kind,
    own: !of_another.includes(kind),
    part: input.part || null,
    source: input.source,
    tag_no: newTag(),
    died_at,
    received_at: receivedAt(input, patient, died_at),
    received_by: caller.name,
    note: input.note || null,
    created_by_name: caller.name,
  }
  const place = await placeOf(caller, { kind }, input)
  const row = await bodyRecord.created(caller, { ...draft, ...place }, 'receive')
  const second = await witnessed(caller, input.witness_token, input.brought_by?.name)
  await keepBelongings(caller, row, input.belongings ?? [], second)
  await tellOfPolice(caller, row)
  return settled(caller, row)
}

const placeOf = async (
  caller: Caller,
  { kind }: Pick<Body, 'kind'>,
  { space }: BodyInput,
): Promise<(Place | typeof nowhere) & { trolley: boolean }> =>
  space
    ? { ...(await takeSpace(caller, { id: '', kind }, space)), trolley: false }
    : { ...nowhere, trolley: true }

async function whoCame(caller: Caller, input: BodyInput): Promise<Patient> {
  const given = [input.patient_id, input.patient, input.unknown].filter(Boolean)
  if (given.length !== 1) {
    throw new Refusal(400, 'invalid', 'Give one of patient_id, patient and unknown.', {
      field: 'patient_id',
    })
  }
  if (input.patient_id) return patientRecord.locked(caller, input.patient_id)
  const { id } = input.patient
    ? await register(caller, input.patient)
    : await registerUnknown(caller, input.unknown ?? { unknown_label: 'Unknown' })
  return patientRecord.locked(caller, id)
}

/** MOR-2. Whoever lives on, of whom a part or a stillborn child is brought, stays as they are. */
async function dead(caller: Caller, input: BodyInput, patient: Patient): Promise<Patient> {
  mustBeSomebody(patient)
  if (of_another.includes(input.kind ?? 'ADULT') || patient.status === 'DECEASED') return patient
  if (!input.died_at) {
    if (input.patient_id) {
      throw conflict(
        `${patient.full_name} is not recorded as deceased. Record the death first.`,
        'alive',
      )
    }
    throw invalid('died_at', 'is required, or an estimate of it.')
  }
  await mustLieNowhere(caller, patient)
  const died_at = actTime(input.died_at, patient, { field: 'died_at', late_reason: 'told' })
  return markDeceased(caller, {
    patient_id: patient.id,
    died_at,
    place: input.place ?? (input.source === 'OTHER_FACILITY' ? 'OTHER_FACILITY' : 'UNKNOWN'),
    confirmed_by: caller.name,
    source_note: input.source_note || input.brought_by?.name || null,
    died_at_estimated: input.died_at_estimated ?? false,
  })
}

async function mustLieNowhere(caller: Caller, { id, full_name }: Patient): Promise<void> {
  const admission = await admissionOf(caller, id)
  if (admission !== null) {
    throw conflict(`${full_name} is admitted in ${admission.ward}: record the death there.`)
  }
  const emergency = await openEmergencyOf(caller, id)
  if (emergency === undefined) return
  throw conflict(`${full_name} has emergency ${emergency.number} open: record the death there.`)
}

async function refuseTwice(caller: Caller, { id }: Patient, { kind }: BodyInput): Promise<void> {
  if (of_another.includes(kind ?? 'ADULT')) return
  const known = await liveOf(caller, id)
  if (known !== undefined) throw await alreadyHere(caller, known)
}

async function tellOfPolice(caller: Caller, row: Body): Promise<void> {
  if (row.police?.case !== true) return
  await tell(caller, {
    to: { role: 'manager' },
    kind: 'mortuary.police',
    title: 'A police case came to the mortuary',
    body: `${row.number}: ${[row.police.station, row.police.case_no].filter(Boolean).join(', ')}`,
    entity: { type: 'body', id: row.id },
  })
}
