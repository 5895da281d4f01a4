// A few records of each part that a branch has switched on: women who expect a child, coughs that are looked into,
// ambulances, theatres, a mortuary, and blood on the shelf. What the hospital's own settings refuse is left out.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, minutes, nextDay } from '../../../core/clock.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { openVisit } from '../../desk/visits/moves/open.ts'
import { bleed } from '../../diagnostics/blood-bank/donations/bleeding.ts'
import { register } from '../../diagnostics/blood-bank/donations/registering.ts'
import { release } from '../../diagnostics/blood-bank/donations/releasing.ts'
import { test } from '../../diagnostics/blood-bank/donations/testing.ts'
import { open as openDonor } from '../../diagnostics/blood-bank/donors/donors.ts'
import { settingsOf } from '../../diagnostics/blood-bank/settings/settings.ts'
import type { Module } from '../../modules.ts'
import { ask } from '../../modules/ambulance/requests.ts'
import { open as openVehicle } from '../../modules/ambulance/vehicles.ts'
import { book } from '../../modules/maternity/pregnancies/booking.ts'
import { addContact } from '../../modules/maternity/pregnancies/contacts.ts'
import { open as openCabinet } from '../../modules/mortuary/cabinets.ts'
import { mark } from '../../modules/tb-ctc/tb/calendar.ts'
import { presume } from '../../modules/tb-ctc/tb/presuming.ts'
import { registerCase } from '../../modules/tb-ctc/tb/registering.ts'
import { open as openTheatre } from '../../modules/theatre/rooms/rooms.ts'
import { switchesOf } from '../../office/places/switches.ts'
import { tried } from './tried.ts'

interface Day {
  zone: string
  next: (fits?: (one: Patient) => boolean) => Patient | undefined
  as: (role: string) => Caller
  years: (one: Patient) => number
}

const parts: Readonly<Record<Module, (day: Day) => Promise<void>>> = {
  maternity: expecting,
  tb_ctc: coughing,
  ambulance: dispatch,
  theatre: theatres,
  mortuary,
  blood_bank: blood,
}

export async function partsDay(day: Day): Promise<void> {
  const { hospital_id, facility_id } = day.as('administrator')
  if (facility_id === null) return
  const { on } = await switchesOf(hospital_id, facility_id)
  for (const [module, made] of Object.entries(parts)) {
    if (on[module as Module]) await made(day)
  }
}

const women = [
  { weeks: 14, gravida: 1, para: 0, systolic: 112, diastolic: 70, weight_kg: 58 },
  { weeks: 28, gravida: 3, para: 2, systolic: 118, diastolic: 74, weight_kg: 66 },
  { weeks: 36, gravida: 2, para: 1, systolic: 152, diastolic: 98, weight_kg: 74 },
]

async function expecting({ next, as, zone, years }: Day): Promise<void> {
  for (const { weeks, gravida, para, ...measured } of women) {
    const woman = next((one) => one.sex === 'Female' && years(one) >= 18 && years(one) <= 40)
    if (woman === undefined) return
    const lmp = nextDay(dayIn(zone), -weeks * 7)
    await tried(async () => {
      const asked = { patient_id: woman.id, gravida, para, lmp }
      const { row } = await book(as('midwife'), asked)
      await addContact(as('midwife'), row.id, { kind: 'ANTENATAL', ...measured })
    })
  }
}

async function coughing({ next, as, zone, years }: Day): Promise<void> {
  const signs = { cough_weeks: 3, fever: true, weight_loss: true }
  for (const treated of [false, true]) {
    const one = next((somebody) => years(somebody) >= 18 && years(somebody) < 60)
    if (one === undefined) return
    const doctor = as('doctor')
    await tried(async () => {
      const reason = 'Cough for three weeks'
      await openVisit(as('reception'), { patient_id: one.id, reason, start: false })
      const { row } = await presume(doctor, { patient_id: one.id, signs, found_by: 'CLINIC' })
      if (!treated) return
      await registerCase(doctor, row.id, {
        site: 'PULMONARY',
        diagnosis: 'CLINICAL',
        diagnosis_reason: 'Chest film and signs',
        history: 'NEW',
        regimen_key: '2RHZE_4RH',
        weight_kg: 52,
        hiv: { status: 'DECLINED' },
      })
      await mark(as('nurse'), row.id, { days: [{ on: dayIn(zone), mark: 'OBSERVED' }] })
    })
  }
}

async function dispatch({ as }: Day): Promise<void> {
  const manager = as('manager')
  const vehicles = [
    { call_sign: 'AMB-1', plate: 'T 214 DKR', kind: 'BASIC' as const, odometer: 84_120 },
    { call_sign: 'AMB-2', plate: 'T 877 DNE', kind: 'BASIC' as const, odometer: 31_404 },
  ]
  for (const vehicle of vehicles) await tried(() => openVehicle(manager, vehicle))
  await tried(() =>
    ask(as('reception'), {
      kind: 'EMERGENCY_CALL',
      channel: 'WALK_IN',
      priority: 2,
      pickup: { text: 'Behind the market, blue gate', landmark: 'Market' },
      note: 'A woman of about 30, bleeding after birth at home',
      not_duplicate: true,
    }),
  )
}

async function theatres({ as }: Day): Promise<void> {
  const rooms = [
    { code: 'OT1', name: 'Main theatre', kind: 'MAJOR' as const },
    { code: 'OT2', name: 'Minor theatre', kind: 'MINOR' as const },
  ]
  for (const room of rooms) await tried(() => openTheatre(as('clinical_admin'), room))
}

async function mortuary({ as }: Day): Promise<void> {
  const spaces = Array.from({ length: 6 }, (_one, at) => ({ label: `A${at + 1}` }))
  const cabinet = { code: 'A', name: 'Cabinet A', kind: 'CABINET' as const, spaces }
  await tried(() => openCabinet(as('clinical_admin'), cabinet))
}

const donors = [
  { first_name: 'Baraka', last_name: 'Mhando', abo: 'O', anti_a: '0', anti_b: '0' },
  { first_name: 'Salehe', last_name: 'Kimweri', abo: 'A', anti_a: '4+', anti_b: '0' },
  { first_name: 'Daudi', last_name: 'Shemdoe', abo: 'O', anti_a: '0', anti_b: '0' },
] as const

/** Asked, bled, grouped and tested by two, and released by a third. */
async function blood({ as, zone }: Day): Promise<void> {
  const [one, other] = [as('lab_technician'), as('lab_manager')]
  const answers = Object.fromEntries(
    (await settingsOf(one)).deferral_rules
      .filter(({ question, sex }) => question !== null && sex !== 'Female')
      .map(({ code }) => [code, 'NO' as const]),
  )
  for (const { first_name, last_name, abo, anti_a, anti_b } of donors) {
    const grouping = {
      abo,
      rhd: 'POS' as const,
      forward: { anti_a, anti_b, anti_d: '3+' as const },
      reverse: {
        a_cells: anti_a === '0' ? ('4+' as const) : ('0' as const),
        b_cells: '4+' as const,
      },
      method: 'TUBE' as const,
    }
    await tried(async () => {
      const date_of_birth = '1990-04-12'
      const donor = await openDonor(one, { first_name, last_name, sex: 'Male', date_of_birth })
      const asked = { donor_id: donor.id, answers, exam, consent_signed: true }
      const { id } = await register(one, asked)
      await bleed(one, id, drawn())
      const tests = (await settingsOf(one)).markers.map((marker) => tested(marker, zone))
      await test(one, id, { groupings: [grouping], tests })
      const verify = tests.map(({ marker }) => marker)
      await test(other, id, { groupings: [grouping], verify })
      await release(as('medical_in_charge'), id, {})
    })
  }
}

const exam = {
  weight_kg: 71,
  haemoglobin: 14.4,
  systolic: 122,
  diastolic: 78,
  pulse: 70,
  temperature: 36.5,
}

const drawn = () => ({
  bag: { type: 'SINGLE' as const, anticoagulant: 'CPDA1' as const, nominal_ml: 450, lot: 'B-2291' },
  started_at: instantIn(-hours(2)),
  ended_at: new Date(clock.ms() - hours(2) + minutes(9)).toISOString(),
  volume_ml: 450,
  arm: 'LEFT' as const,
})

const tested = <M>(marker: M, zone: string) => ({
  marker,
  result: 'NON_REACTIVE' as const,
  run: 'INITIAL' as const,
  assay: 'Rapid test',
  kit_lot: 'K-1180',
  kit_expiry: nextDay(dayIn(zone), 300),
})
