// What an order would be, before anybody gives it (DIA-29): the same tests, gates and tubes. Nothing is written but
// that somebody looked.

import { type Caller, can } from '../../../../core/caller.ts'
import { evaluate } from '../../../desk/gates/gate.ts'
import { type Row as Patient, writable } from '../../../desk/patients/rows.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { type Foreseen, foreseen } from '../../../money/billing/charges/foreseen.ts'
import { safetyQuestionsOf } from '../../../neighbours/imaging.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/places/hours.ts'
import { specimenTypes } from '../catalogue/lists.ts'
import type { Row as TestRow } from '../catalogue/read.ts'
import { unavailable } from '../quality/availability.ts'
import { type Asked, refuseUnoffered, testsAsked } from './asked.ts'
import { containersFor } from './containers.ts'
import { duplicatesOf } from './duplicates.ts'
import { needsTube, no_visit } from './ordering.ts'
import { type OrderPlace, orderPlace } from './place.ts'
import type { DiagnosticOrderInput, OrderCheck } from './shapes.ts'

export async function checkOrder(caller: Caller, input: DiagnosticOrderInput): Promise<OrderCheck> {
  refuseUnoffered(input)
  const patient = await writable(caller, input.patient_id)
  const place = await orderPlace(caller, patient.id, input)
  // Whether a consent is needed is part of the answer.
  const willing = { ...input, consent_codes: input.test_codes }
  const on = await today(caller, place.facility_id)
  const asked = await testsAsked(caller, willing, patient, on)
  const DIA_DUPLICATE = await duplicatesOf(caller, patient.id, asked)
  const tests = asked.map(({ test }) => test)
  const DIA_UNAVAILABLE = await unavailable(caller, tests)
  const results = await evaluate(caller, {
    action: 'diagnostic.order',
    subject: { patient_id: patient.id, by_gate: { DIA_DUPLICATE, DIA_UNAVAILABLE } },
    emergency: input.priority === 'STAT',
    entity: { type: 'patient', id: patient.id, patient_id: patient.id },
  })
  const items = await itemsOf(caller, { asked, input, patient, place })
  noted(caller, patient)
  return {
    items: items.map((item) => ({
      ...item,
      available: !DIA_UNAVAILABLE.some(({ subject }) => subject === item.code),
      gate: results.filter(({ subject }) => subject === item.code),
      duplicates: DIA_DUPLICATE.flatMap(({ subject, what }) =>
        subject === item.code ? [what] : [],
      ),
    })),
    containers: await tubesFor(caller, asked),
    warnings: place.visit_id === null ? [no_visit] : [],
  }
}

interface Looked {
  asked: readonly Asked[]
  input: DiagnosticOrderInput
  patient: Patient
  place: OrderPlace
}

async function itemsOf(caller: Caller, { asked, input, patient, place }: Looked) {
  const tests = asked.map(({ test }) => test)
  const money = await moneyOf(caller, tests, patient, place)
  const questions = await safetyQuestionsOf(caller, {
    patient_id: patient.id,
    facility_id: place.facility_id,
    test_ids: tests.filter(({ discipline }) => discipline === 'IMAGING').map(({ id }) => id),
    safety: input.safety ?? null,
  })
  return tests.map((test) => ({
    code: test.code,
    name: test.name,
    ...money(test),
    preparation: preparationOf(test, patient),
    consent_required: test.consent_required,
    safety_questions: questions.get(test.code) ?? [],
  }))
}

const preparationOf = (test: TestRow, { language }: Patient): string | null =>
  (language === 'sw' ? test.preparation_sw : null) ?? test.preparation

const untold = { price: null, covered: null, due: null }
const codeOf = ({ tariff_code, code }: TestRow): string => tariff_code ?? code

async function moneyOf(
  caller: Caller,
  tests: readonly TestRow[],
  { id: patient_id }: Patient,
  { visit_id, admission_id }: OrderPlace,
) {
  if (!can(caller, 'bill:read')) return () => untold
  const asked = { patient_id, visit_id, admission_id, codes: tests.map(codeOf) }
  const found = await foreseen(caller, asked)
  const { major } = await purseOf(caller)
  return (test: TestRow) => {
    const { price, covered, due } = found.get(codeOf(test)) as Foreseen
    if (price === null) return untold
    return { price: major(price), covered: major(covered), due: major(due) }
  }
}

async function tubesFor(
  caller: Caller,
  asked: readonly Asked[],
): Promise<OrderCheck['containers']> {
  const types = new Map((await specimenTypes(caller)).map((one) => [one.id, one]))
  const in_tubes = asked.filter(needsTube).map(({ test }) => test)
  return containersFor(in_tubes, types).map(({ type, tests }) => ({
    type: type.name,
    container: type.container,
    volume_ml: type.volume_ml,
    for: tests.map(({ code }) => code),
  }))
}

/** It shows what was found before. */
const noted = (caller: Caller, { id, number }: Patient): void =>
  record(caller, 'diagnostic_order.check', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: number,
    patient_id: id,
  })
