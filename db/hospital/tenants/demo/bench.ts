// The laboratory's and the imaging room's day: results that fit who is ill, one that somebody must hear of,
// tubes at every step of the bench, an X-ray that was read, one that waits to be read and one booked.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { sign } from '../../diagnostics/imaging/reports/signing.ts'
import { write } from '../../diagnostics/imaging/reports/writing.ts'
import { schedule } from '../../diagnostics/imaging/studies/booking.ts'
import { arrive, finish, start } from '../../diagnostics/imaging/studies/performing.ts'
import { order } from '../../diagnostics/laboratory/orders/ordering.ts'
import { whole } from '../../diagnostics/laboratory/orders/view.ts'
import { enter } from '../../diagnostics/laboratory/results/entering.ts'
import { release } from '../../diagnostics/laboratory/results/releasing.ts'
import { verify } from '../../diagnostics/laboratory/results/verifying.ts'
import { collect, receive } from '../../diagnostics/laboratory/specimens/collecting.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { openVisit } from '../../desk/visits/moves/open.ts'
import { byCode, open as openLocation } from '../../office/places/locations.ts'

interface Day {
  next: (fits?: (one: Patient) => boolean) => Patient | undefined
  as: (role: string) => Caller
  years: (one: Patient) => number
}

const steps = ['ORDERED', 'COLLECTED', 'RECEIVED', 'ENTERED', 'RELEASED'] as const
type Step = (typeof steps)[number]
type Values = Readonly<Record<string, number | string>>

interface Tested {
  says: string
  fits: (years: number, sex: Patient['sex']) => boolean
  codes: string[]
  values: Values
  to: Step
  urgent?: boolean
}

/** Values as such a patient has them, not only on one side of the limits. */
const tested: readonly Tested[] = [
  {
    says: 'Fever, chills and dark urine for three days',
    fits: (years) => years >= 5,
    codes: ['FBC', 'BSLIDE'],
    values: {
      HGB: 8.9,
      WBC: 5.2,
      RBC: 3.4,
      HCT: 27.1,
      MCV: 79.7,
      MCH: 26.2,
      MCHC: 32.8,
      PLT: 96,
      MALARIA: 'PF',
      MALD: 18_400,
    },
    to: 'RELEASED',
  },
  {
    says: 'Swollen legs, little urine, high blood pressure for years',
    fits: (years) => years >= 45,
    codes: ['UE'],
    values: { NA: 131, K: 7.1, UREA: 34.2, CREAT: 612 },
    to: 'RELEASED',
    urgent: true,
  },
  {
    says: 'Diabetes control',
    fits: (years) => years >= 40,
    codes: ['GLUF', 'A1C', 'LIPID'],
    values: { GLUF: 9.8, A1C: 8.6, TC: 5.9, TG: 2.3, HDL: 1 },
    to: 'ENTERED',
  },
  {
    says: 'Antenatal clinic, first visit',
    fits: (years, sex) => sex === 'Female' && years >= 18 && years <= 42,
    codes: ['HGB', 'BGRP', 'VDRL', 'URA'],
    values: {},
    to: 'RECEIVED',
  },
  {
    says: 'Yellow eyes for a week',
    fits: (years) => years >= 18,
    codes: ['LFT', 'HBSAG'],
    values: {},
    to: 'COLLECTED',
  },
  {
    says: 'Cough for more than two weeks',
    fits: (years) => years >= 15,
    codes: ['GXP', 'ESR'],
    values: {},
    to: 'ORDERED',
  },
]

interface Imaged {
  says: string
  fits: (years: number, sex: Patient['sex']) => boolean
  code: string
  side?: 'LEFT' | 'RIGHT'
  to: 'BOOKED' | 'TAKEN' | 'FINAL'
  report?: {
    technique: string
    findings: string
    impression: string
    recommendation: string
    critical?: boolean
  }
}

/** Men and the very young, so that nobody has to be asked about a pregnancy. */
const imaged: readonly Imaged[] = [
  {
    says: 'Cough with rust-coloured sputum, fever, pain in the right side of the chest',
    fits: (years, sex) => sex === 'Male' && years >= 15,
    code: 'XR-CHEST',
    to: 'FINAL',
    report: {
      technique: 'Postero-anterior, erect, in full inspiration. Well centred.',
      findings:
        'Homogeneous opacity of the right lower zone with air bronchograms; the right ' +
        'heart border stays sharp, the right hemidiaphragm is effaced. The costophrenic ' +
        'angle is slightly blunted.\n' +
        'The left lung is clear. Heart size normal, cardiothoracic ratio 0.47. No hilar ' +
        'enlargement, no cavity, no pneumothorax.\n' +
        'Ribs and clavicles intact.',
      impression:
        'Right lower lobe pneumonia with a small parapneumonic effusion. No sign of tuberculosis on this film.',
      recommendation: 'Repeat the film six weeks after treatment, earlier if fever goes on.',
    },
  },
  {
    says: 'Fell from a mango tree two hours ago; the wrist is bent and swollen',
    fits: (years, sex) => sex === 'Male' && years >= 6,
    code: 'XR-WRIST',
    side: 'LEFT',
    to: 'TAKEN',
  },
  {
    says: 'Weight loss and pain in the upper belly for two months',
    fits: (years, sex) => sex === 'Male' && years >= 40,
    code: 'US-ABD',
    to: 'BOOKED',
  },
]

export interface BenchDay {
  tests: number
  images: number
}

export async function benchDay(day: Day): Promise<BenchDay> {
  let [tests, images] = [0, 0]
  for (const one of tested) tests += (await testOf(day, one)) ? 1 : 0
  const room_id = await within(() => roomOf(day))
  for (const one of imaged) images += (await imageOf(day, one, room_id)) ? 1 : 0
  return { tests, images }
}

const somebody = ({ next, years }: Day, fits: Tested['fits']): Patient | undefined =>
  next((one) => fits(years(one), one.sex))

/** Came through reception, seen by the doctor, who orders. */
async function ordered(
  { as }: Day,
  patient: Patient,
  says: string,
  asked: { test_codes: string[]; urgent?: boolean; laterality?: Record<string, string> },
) {
  const { test_codes, urgent, laterality } = asked
  const at_desk = { patient_id: patient.id, reason: says, start: false }
  const { visit } = await openVisit(as('reception'), at_desk)
  const made = await order(as('doctor'), {
    patient_id: patient.id,
    visit_id: visit.id,
    test_codes,
    priority: urgent === true ? 'URGENT' : 'ROUTINE',
    clinical_notes: says,
    ...(laterality === undefined ? {} : { laterality }),
  })
  return whole(as('doctor'), made.order)
}

async function testOf(day: Day, one: Tested): Promise<boolean> {
  const patient = somebody(day, one.fits)
  if (patient === undefined) return false
  const { as } = day
  const made = await within(() =>
    ordered(day, patient, one.says, { test_codes: one.codes, urgent: one.urgent === true }),
  )
  const reached = steps.indexOf(one.to)
  const tubes = made.specimens.map(({ number }) => ({ number }))
  if (reached >= 1) {
    const body = { identity_checked: 'NAME_AND_BIRTH' as const, specimens: tubes }
    await within(() => collect(as('nurse'), body))
  }
  if (reached >= 2) await within(() => receive(as('lab_technician'), { specimens: tubes }))
  if (reached >= 3) await measured(day, made.id, one.values, one.to === 'RELEASED')
  return true
}

/** One enters, another verifies and releases. */
async function measured({ as }: Day, id: string, values: Values, goes_out: boolean): Promise<void> {
  const technician = as('lab_technician')
  const linesNow = async () =>
    (await whole(technician, { id })).items.flatMap(({ results }) => results)
  const lines = await linesNow()
  const results = lines.flatMap((line) => {
    const value = values[line.test_code]
    if (value === undefined) return []
    const said = typeof value === 'number' ? { value_num: value } : { value_text: value }
    return [{ id: line.id, ...said }]
  })
  await within(() => enter(technician, { results }))
  if (!goes_out) return
  const entered = (await linesNow()).filter(({ status }) => status === 'ENTERED')
  const ids = entered.map((line) => line.id)
  await within(() => verify(as('lab_manager'), { ids }))
  await within(() => release(as('lab_manager'), { ids }))
}

async function roomOf({ as }: Day): Promise<string> {
  const keeper = as('administrator')
  const facility_id = keeper.facility_id ?? ''
  const known = await byCode(keeper, facility_id, 'XRAY1')
  if (known !== undefined) return known.id
  const room = { facility_id, code: 'XRAY1', name: 'X-ray room 1', kind: 'IMAGING' as const }
  return (await openLocation(keeper, room)).id
}

async function imageOf(day: Day, one: Imaged, room_id: string): Promise<boolean> {
  const patient = somebody(day, one.fits)
  if (patient === undefined) return false
  const { as } = day
  const laterality = one.side === undefined ? undefined : { [one.code]: one.side }
  const made = await within(() =>
    ordered(day, patient, one.says, {
      test_codes: [one.code],
      ...(laterality === undefined ? {} : { laterality }),
    }),
  )
  const id = made.items[0]?.study?.study_id ?? ''
  const radiographer = as('radiographer')
  if (one.to === 'BOOKED') {
    const starts_at = new Date(clock.ms() + hours(20)).toISOString()
    await within(() => schedule(radiographer, id, { room_id, starts_at }))
    return true
  }
  await within(() => arrive(radiographer, id, { room_id }))
  const checked = {
    identity_checked: 'NAME_AND_BIRTH' as const,
    laterality_confirmed: one.side ?? null,
  }
  await within(() => start(radiographer, id, checked))
  const acquisition = { views: 2, exposures: 2, dose: { dap: 0.12 } }
  await within(() => finish(radiographer, id, { acquisition }))
  if (one.report === undefined) return true
  const { report } = one
  const reader = as('radiologist')
  await within(() => write(reader, id, report))
  const why = { no_images_reason: 'Kept on film in the X-ray room' }
  await within(() => sign(reader, id, { as: 'FINAL', ...why }))
  return true
}
