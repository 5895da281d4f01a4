// Screens of the front office on a morning with work.

import type { Seat } from '../desk/desk.ts'

export async function emergencies(seat: Seat): Promise<void> {
  seat.answers.set('emergency board', in_the_room)
  await seat.press('-', ...'emergency', 'enter')
}

const casualty = (number: string, full_name: string, more: object) => ({
  id: number,
  number: `EM-2027-0000${number}`,
  patient: { number: `PT-00000${number}`, full_name },
  acuity: null,
  untriaged: false,
  status: 'TRIAGED',
  waiting_minutes: 4,
  minutes_to_target: null,
  breached: false,
  breach_minutes: 0,
  retriage_late: false,
  ...more,
})
const in_the_room = [
  casualty('3', 'Unknown Man, bus stand', {
    status: 'ARRIVED',
    untriaged: true,
    waiting_minutes: 14,
  }),
  casualty('1', 'Asha Mrisho', { acuity: 'RED', status: 'IN_TREATMENT', waiting_minutes: 1 }),
  casualty('2', 'Juma Komba', {
    acuity: 'ORANGE',
    waiting_minutes: 22,
    breached: true,
    breach_minutes: 12,
    retriage_late: true,
  }),
  casualty('4', 'Neema Mushi', { acuity: 'YELLOW', minutes_to_target: 41, waiting_minutes: 19 }),
]

export async function desk(seat: Seat, name: string, ...keys: string[]): Promise<void> {
  for (const [line, data] of Object.entries(front_office)) seat.answers.set(line, data)
  await seat.press('-')
  await seat.type(name)
  await seat.press('enter', ...keys)
}

const front_office = {
  'privacy break-glass --unreviewed': [
    {
      id: 'g1',
      patient: { number: 'PT-000412', full_name: 'Restricted record' },
      user_name: 'Neema Mushi',
      reason_code: 'EMERGENCY',
      reason: 'Brought in unconscious after a fall',
      status: 'ACTIVE',
      until: '2027-02-03T13:40:00.000Z',
    },
    {
      id: 'g2',
      patient: { number: 'PT-000077', full_name: 'Restricted record' },
      user_name: 'Juma Mushi',
      reason_code: 'OTHER',
      reason: 'The family asked at the desk',
      status: 'ENDED',
      until: '2027-02-02T18:05:00.000Z',
    },
  ],
  'appointment today': [
    {
      id: 'a1',
      number: 'APT-2027-000118',
      status: 'CONFIRMED',
      clinician_name: 'Neema Mushi',
      department: 'Outpatients',
      scheduled_for: '2027-02-03T11:30:00.000Z',
      patient: { number: 'PT-000031', full_name: 'Asha Mrisho' },
    },
    {
      id: 'a2',
      number: 'APT-2027-000121',
      status: 'BOOKED',
      clinician_name: null,
      department: 'Physiotherapy',
      scheduled_for: '2027-02-03T12:00:00.000Z',
      patient: { number: 'PT-000054', full_name: 'Juma Komba' },
    },
  ],
  'appointment clash': [
    {
      clinician: 'Neema Mushi',
      first: 'APT-2027-000118',
      second: 'APT-2027-000119',
      from: '2027-02-03T11:40:00.000Z',
      to: '2027-02-03T11:50:00.000Z',
    },
  ],
  'schedule check': [
    { clinician: 'Paulina Ally', schedules: 1, sessions: 0, until: null },
    { clinician: 'Neema Mushi', schedules: 2, sessions: 17, until: '2027-03-04' },
  ],
}
