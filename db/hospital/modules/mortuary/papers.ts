// What stands on the papers of a body: its tag, the form of its release, the pass for the gate, its belongings.

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, notPermitted } from '../../../core/refusal.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { printOf } from '../../office/papers/codes.ts'
import { rowsIn } from '../parts/part-table.ts'
import { belongingsOf } from './belongings.ts'
import { belonging_items_table } from './part-tables.ts'
import { passOf } from './passes.ts'
import { type Body, bodyRecord } from './record.ts'
import { servicesOf } from './services/record.ts'
import { body_gate_passes } from './tables.ts'
import type { PaperKind } from './words.ts'

export async function bodyOnPaper(
  caller: Caller,
  id: string,
  { kind = 'tag', language: asked }: { kind?: PaperKind; language?: Language },
) {
  const body = await bodyRecord.get(caller, id)
  const patient = await patientRecord.get(caller, body.patient_id)
  const language = asked ?? patient.language
  const age = ageOn(patient.birth_date, await today(caller), language).text
  const { number, full_name, sex } = patient
  const pass = of_leaving.includes(kind) ? await passNeeded(caller, body) : null
  const post_mortem = kind === 'post_mortem' ? await reportNeeded(caller, body) : null
  return {
    kind,
    facility_id: body.facility_id,
    language,
    reference: body.number,
    tag_no: body.tag_no,
    patient: { number, full_name, sex, age },
    died_at: body.died_at,
    received_at: body.received_at,
    place: body.space_label,
    high_risk: body.precautions === 'HIGH_RISK',
    police_case: body.police?.case ?? false,
    admission: {
      source: body.source,
      received_by: body.received_by,
      sent_by: body.sent_by,
      brought_by: body.brought_by,
      condition: body.condition,
      marks: body.marks,
      clothing: body.clothing,
      kin: body.kin.map(({ name, relation, phone }) => ({ name, relation, phone })),
      police: body.police,
    },
    post_mortem,
    release: body.release,
    release_order_no: body.police?.release_order_no ?? null,
    belongings: await belongingsSaid(caller, id, language),
    pass:
      pass === null
        ? null
        : { number: pass.number, vehicle_no: pass.vehicle_no, issued_at: pass.issued_at },
    ...(kind === 'gate_pass' && pass !== null
      ? await printedPass(caller, body, pass)
      : { copy: 0, code: null }),
    at: body.release?.at ?? body.received_at ?? body.created_at,
    printed: { at: clock.instant(), by: caller.name },
  }
}

const of_leaving: readonly PaperKind[] = ['gate_pass', 'release_form']

/** MOR-10: for who certifies; the family gets the certificate. */
async function reportNeeded(caller: Caller, body: Body) {
  if (!can(caller, 'mortuary:certify')) throw notPermitted('mortuary:certify')
  const done = (await servicesOf(caller, body.id)).findLast(
    ({ status, report }) => status === 'DONE' && report !== null,
  )
  if (done === undefined || done.report === null) {
    throw conflict(`Body ${body.number} has no post-mortem that is done.`)
  }
  const { number, kind, authority, performed_at, performed_by_name, report } = done
  return { number, kind, authority, performed_at, performed_by_name, ...report }
}

/** As the hospital calls each, in the language of the paper. */
async function belongingsSaid(caller: Caller, id: string, language: Language) {
  const called = new Map(
    (await rowsIn(caller, belonging_items_table)).map(({ key, text, text_sw }) => [
      key,
      language === 'sw' ? text_sw : text,
    ]),
  )
  return (await belongingsOf(caller, id)).map(({ item, description, quantity, state }) => ({
    item: called.get(item) ?? item,
    description,
    quantity,
    state,
  }))
}

async function passNeeded(caller: Caller, body: Body) {
  const pass = await passOf(caller, body.id)
  if (pass === undefined) {
    throw conflict(`Body ${body.number} is ${body.status}: it has no such paper before release.`)
  }
  return pass
}

/** One ORIGINAL; every print after it says which copy it is (MOR-13). */
async function printedPass(
  caller: Caller,
  { patient_id }: Body,
  { id: entity_id, number }: { id: string; number: string },
): Promise<{ copy: number; code: string | null }> {
  const printing = { kind: 'body_gate_pass', entity_id, number, patient_id }
  const { copy, code } = await printOf(caller, printing)
  return { copy, code }
}

/** A pass that was used is genuine, and good no more. */
const as_papers = { VALID: 'VALID', USED: 'CANCELLED', VOID: 'REVERSED' } as const

/** For whoever reads the code of a pass: no name (MOD-21). */
export async function genuinePass({ hospital_id }: Pick<Caller, 'hospital_id'>, id: string) {
  const found = await body_gate_passes.find({ hospital_id, id })
  if (found === undefined) return undefined
  return {
    number: found.number,
    date: found.issued_at.slice(0, 10),
    amount: null,
    status: as_papers[found.status],
  }
}
