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
  next_task: null,
  task_timing: null,
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
    next_task: 'Observations',
    task_timing: 'OVERDUE',
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
    next_task: 'Dress the wound',
    task_timing: 'DUE',
    leaves_on: '2027-02-06',
  }),
  line('4', 'FREE'),
  line('?', 'REQUESTED'),
]
