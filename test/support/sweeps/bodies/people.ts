// Bodies of the personnel office and of pay.

import { type Body, code, today } from './said.ts'

export const people_bodies: Record<string, Body> = {
  'POST /hr/staff': ({ ids, word }) => ({
    first_name: word.split(' ')[0],
    last_name: word,
    sex: 'Female',
    phone: '0712345678',
    department: 'Labour ward',
    cadre_id: ids.get('cadres'),
    job_title: 'Nurse',
    employment_type: 'PERMANENT',
    hired_on: '2025-01-06',
  }),
  'POST /hr/staff/:id/bank-accounts': () => ({ method: 'CASH' }),
  'POST /hr/staff/:id/promote': ({ word, known }) => ({
    kind: 'PROMOTION',
    grade: word,
    effective_on: today,
    reason: known['reason'],
  }),
  'POST /hr/staff/:id/suspend': ({ known }) => ({ reason: known['reason'], from: today }),
  'PATCH /hr/staff/:id': ({ word }) => ({ title: word }),
  'POST /hr/cadres': (said) => ({ code: code(said), name: said.word, group: 'ALLIED' }),
  'POST /hr/licences': ({ ids, word }) => ({
    staff_id: ids.get('staffs'),
    kind: 'REGISTRATION',
    board: 'Council',
    licence_no: word,
  }),
  'POST /hr/licences/:id/renew': () => ({ expires_on: '2030-01-01' }),
  'POST /hr/mandatory-courses': ({ word }) => ({ name: word, within_days: 3650 }),
  'PATCH /hr/mandatory-courses/:id': ({ word }) => ({ name: word }),
  'POST /hr/training/bulk': ({ ids, word }) => ({ staff_ids: [ids.get('staffs')], course: word }),
  'PATCH /hr/settings': () => ({ retirement_age: 61 }),
  'PUT /hr/establishments': ({ ids, known }) => ({
    rows: [
      {
        facility_id: known['facility_id'],
        department: 'Labour ward',
        cadre_id: ids.get('cadres'),
        posts: 9,
      },
    ],
  }),
  'PATCH /hr/establishments/:id': ({ word }) => ({ notes: word }),
  'POST /hr/vacancies': ({ word, known }) => ({
    job_title: word,
    employment_type: 'PERMANENT',
    positions: 2,
    cadre: 'Registered Nurse',
    department: known['department'],
  }),
  'POST /hr/applicants': (said) => ({
    vacancy_id: said.ids.get('vacancies'),
    full_name: `${said.word} Mushi`,
    email: `${code(said).toLowerCase()}@example.com`,
  }),
  'PATCH /hr/applicants/:id': ({ word }) => ({ qualification: word }),
  'POST /hr/applicants/:id/interview': () => ({ interviewed_on: today, score: 80 }),
  'POST /hr/applicants/:id/offer': () => ({ basic_pay: 900_000 }),
  'POST /hr/applicants/:id/hire': () => ({
    hired_on: today,
    sex: 'Male',
    phone: '0712345678',
    department: 'Labour ward',
  }),
  'POST /hr/training': ({ ids, word }) => ({ staff_id: ids.get('staffs'), course: word }),
  'PATCH /hr/training/:id': ({ word }) => ({ provider: word }),
  'POST /hr/staff/:id/transfer': () => ({
    department: 'Pharmacy',
    effective_on: today,
    reason: 'Needed there',
  }),
  'PATCH /hr/licences/:id': (said) => ({ licence_no: code(said) }),
  'POST /hr/licences/:id/verify': () => ({ verify_note: 'The register of the board' }),
  'POST /hr/exits': ({ ids, word }) => ({
    // Two of the four that a crowd is furnished with go; the others stay at work.
    staff_id: 'ad'.includes(word.at(-1) ?? '') ? undefined : ids.get('staffs'),
    kind: 'RESIGNATION',
    notice_on: today,
    last_day: today,
    reason: 'Moves away',
  }),
  'PATCH /hr/exits/:id': () => ({ last_day: '2026-03-20' }),
  'POST /hr/exits/:id/items/:item_id/clear': () => ({ status: 'CLEARED' }),
  'POST /hr/leave/:id/recall': () => ({ recalled_on: '2026-05-04', reason: 'Needed' }),
  'POST /hr/leave': ({ ids }) => ({
    staff_id: ids.get('staffs'),
    type_code: 'UNPAID',
    starts_on: '2026-05-04',
    ends_on: '2026-05-04',
    reason: 'Agreed',
  }),
  'POST /hr/leave-balances/adjust': ({ ids, word }) => ({
    staff_id: ids.get('staffs'),
    type_code: 'ANNUAL',
    days: 1,
    note: word,
    kind: 'ADJUST',
  }),
  'POST /hr/holidays': ({ word }) => ({ date: '2026-06-01', name: word }),
  'POST /hr/rosters': ({ word }) => {
    const month = `2026-0${1 + (word.charCodeAt(word.length - 1) % 9)}`
    return {
      department: 'Labour ward',
      starts_on: `${month}-01`,
      ends_on: `${month}-28`,
    }
  },
  'POST /hr/cover-rules': ({ ids }) => ({
    department: 'Pharmacy',
    shift_type_id: ids.get('shift_types'),
    group: 'NURSING',
    minimum: 1,
  }),
  'PATCH /hr/cover-rules/:id': ({ word }) => ({ skill: word }),
  'POST /hr/pay-components': (said) => ({
    code: code(said),
    name: said.word,
    kind: 'EARNING',
    calc: 'FIXED',
  }),
  'POST /hr/statutory-tables': (said) => ({
    code: code(said),
    name: said.word,
    effective_from: today,
    base: 'GROSS',
    employer_pct: 1,
    due_day: 7,
    filing_kind: 'OTHER',
    source_note: 'An order',
  }),
  'POST /hr/statutory-tables/try': () => ({ gross: 1_000 }),
  'POST /hr/staff/:id/pay-profiles': ({ word }) => ({
    effective_from: `2027-0${1 + (word.charCodeAt(word.length - 1) % 9)}-15`,
    basic_pay: 500_000,
  }),
  'PUT /hr/pay-inputs': ({ ids, word }) => ({
    period_year: 2026,
    period_month: 3,
    rows: [{ staff_id: ids.get('staffs'), component_code: 'BONUS', amount: 1_000, note: word }],
  }),
  'POST /hr/attendance/:id/overtime': () => ({ decision: 'APPROVED', minutes: 30 }),
  'POST /hr/attendance/close-period': ({ known }) => ({
    facility_id: known['facility_id'],
    period_year: 2025,
    period_month: 12,
  }),
  'POST /hr/attendance/reopen-period': ({ known }) => ({
    facility_id: known['facility_id'],
    period_year: 2025,
    period_month: 11,
    reason: known['reason'],
  }),
  'POST /hr/attendance/:id/correct': ({ known }) => ({ reason: known['reason'] }),
  'POST /hr/payroll-runs': ({ word, back }) => ({
    period_year: 1950 + (word.charCodeAt(word.length - 1) % 50),
    period_month: 1 + (back % 12),
  }),
}
