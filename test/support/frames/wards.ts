// The wards in the night: somebody gets worse, somebody waits, a bed is being cleaned.

import type { Seat } from '../desk/desk.ts'

export async function wards(seat: Seat): Promise<void> {
  seat.answers.set('wards board', lines)
  await seat.press('-', ...'beds', 'enter')
}

const line = (bed: string, status: string, more: object = {}) => ({
  id: `W1-${bed}`,
  ward: 'W1',
  bed,
  status,
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
  ...more,
})
const lines = [
  line('1', 'OCCUPIED', {
    patient: 'A.J.M.',
    number: 'PT-000412',
    day: 3,
    score: '7 HIGH',
    trend: 'UP',
    signs_late: true,
    alerts: 'isolated CONTACT; allergy',
    next: 'Observations',
    next_timing: 'OVERDUE',
    leaves_on: '2027-02-01',
    over_expected: true,
  }),
  line('2', 'TO_CLEAN'),
  line('3', 'OCCUPIED', {
    patient: 'N.K.',
    number: 'PT-000518',
    day: 1,
    score: '1 LOW',
    trend: 'DOWN',
    next: 'Dress the wound',
    next_timing: 'DUE',
    leaves_on: '2027-02-06',
  }),
  line('4', 'FREE'),
  line('?', 'REQUESTED', { patient: 'N.K.', number: 'PT-000419', alerts: 'URGENT' }),
]

/** The pharmacy's counter: somebody waits long, somebody has not paid, one is owed. */
export async function pharmacy(seat: Seat, ...more: string[]): Promise<void> {
  seat.answers.set('pharmacy queue', queue)
  seat.answers.set('pharmacy owed', owed)
  await seat.press('-', ...'pharmacy', 'enter', ...more)
}

const waits = (of: number, status: string, minutes: number, more: object = {}) => ({
  id: `D${of}`,
  reference: `DSP-2027-00000${of}`,
  patient: { number: `PT-00041${of}` },
  kind: 'OUTPATIENT',
  status,
  waiting_minutes: minutes,
  urgency: 3,
  payment_ok: true,
  medicines: ['Amoxicillin 250 mg capsule'],
  ...more,
})
const queue = [
  waits(1, 'QUEUED', 4, { urgency: 0, kind: 'WARD', medicines: ['Diazepam 10 mg injection'] }),
  waits(2, 'PICKED', 61),
  waits(3, 'VERIFIED', 35, {
    payment_ok: false,
    medicines: ['Paracetamol 500 mg tablet', 'Zinc sulfate 20 mg tablet'],
  }),
]
const owed = [
  {
    id: 'O1',
    until: '2027-03-05',
    status: 'READY',
    patient: { number: 'PT-000399' },
    medicine: 'Metformin 500 mg tablet',
    quantity: 28,
  },
]

/** The round at night: one dose is late. */
export async function round(seat: Seat): Promise<void> {
  seat.answers.set('wards round', doses)
  await seat.press('-', ...'round', 'enter')
}

const dose = (bed: string, timing: string, due_at: string, more: object = {}) => ({
  id: `R-${bed}`,
  ward: 'W1',
  bed,
  patient: 'A.J.M.',
  number: 'PT-000412',
  medicine: 'Ceftriaxone 1 g injection',
  dose: '1 G',
  route: 'IV',
  due_at,
  timing,
  kind: 'SCHEDULED',
  ...more,
})
const doses = [
  dose('1', 'OVERDUE', '2027-02-03T08:30:00.000Z'),
  dose('3', 'DUE', '2027-02-03T11:00:00.000Z', {
    patient: 'N.K.',
    medicine: 'Paracetamol 120 mg/5 ml syrup',
    dose: '5 ML',
    route: 'PO',
  }),
]
