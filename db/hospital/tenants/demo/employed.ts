// Who works in the hospital of made-up people: a staff of twelve with licences that hold, end soon and have ended,
// a roster of the month, leave asked for and given, a post that is open with those who want it, and pay of the last
// month in the books.

import type { Caller } from '../../../core/caller.ts'
import { dayIn, nextDay } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import {
  approve as approveProfile,
  open as openProfile,
} from '../../people/payroll/profiles/profiles.ts'
import { calculate } from '../../people/payroll/runs/calculate.ts'
import { approve as approveRun } from '../../people/payroll/runs/decisions.ts'
import { open as openRun } from '../../people/payroll/runs/open.ts'
import { post as postRun } from '../../people/payroll/runs/post.ts'
import { foreseen } from '../../people/payroll/runs/standing.ts'
import { approve as approveBank, open as openBank } from '../../people/staff/banks/banks.ts'
import { cadreCalled } from '../../people/staff/cadres/cadres.ts'
import { approve as approveLeave } from '../../people/staff/leave/decisions.ts'
import { request as askLeave } from '../../people/staff/leave/requests.ts'
import { open as openLicence } from '../../people/staff/licences/licences.ts'
import { confirm } from '../../people/staff/records/moves.ts'
import { open as takeOn } from '../../people/staff/records/open.ts'
import type { StaffInput } from '../../people/staff/records/shapes.ts'
import { open as openApplicant } from '../../people/staff/recruitment/applicants.ts'
import { interview, shortlist } from '../../people/staff/recruitment/stages.ts'
import { open as openVacancy } from '../../people/staff/recruitment/vacancies.ts'
import { begin as beginRoster } from '../../people/staff/rosters/filling.ts'
import { publish } from '../../people/staff/rosters/rosters.ts'
import { tried, triedInSteps } from './tried.ts'

interface Day {
  zone: string
  as: (role: string) => Caller
}

type Post = readonly [
  first_name: string,
  last_name: string,
  sex: 'Male' | 'Female',
  cadre: string,
  job_title: string,
  department: string,
  basic_pay: number,
  /** Of the practising licence, from today; null where the cadre has no board. */
  licence_days: number | null,
]

/** The licence of one has ended, that of another ends soon. */
const posts: readonly Post[] = [
  ['Grace', 'Mwakalinga', 'Female', 'MO', 'Medical officer', 'Outpatients', 1_800_000, 260],
  ['Joseph', 'Kileo', 'Male', 'CO', 'Clinical officer', 'Outpatients', 950_000, 24],
  ['Rehema', 'Shaban', 'Female', 'RN', 'Nurse in charge', 'Nursing', 1_100_000, 300],
  ['Zawadi', 'Mushi', 'Female', 'RN', 'Nurse', 'Nursing', 850_000, 210],
  ['Hamisi', 'Ngowi', 'Male', 'EN', 'Nurse', 'Nursing', 620_000, 180],
  ['Upendo', 'Massawe', 'Female', 'EN', 'Nurse', 'Nursing', 620_000, -12],
  ['Anna', 'Komba', 'Female', 'MW', 'Midwife', 'Nursing', 820_000, 150],
  ['Peter', 'Sanga', 'Male', 'PHARM', 'Pharmacist', 'Pharmacy', 1_250_000, 330],
  ['Fatuma', 'Salum', 'Female', 'LT', 'Laboratory technician', 'Laboratory', 740_000, 90],
  ['Elias', 'Mbilinyi', 'Male', 'ACC', 'Accountant', 'Finance', 900_000, null],
  ['Saida', 'Omari', 'Female', 'CASH', 'Cashier', 'Finance', 520_000, null],
  ['Daniel', 'Haule', 'Male', 'STORE', 'Storekeeper', 'Stores', 540_000, null],
]

interface Employed {
  id: string
  post: Post
}

/** The doctor among them; nothing of it where the people of the personnel office are not there. */
export async function employed(day: Day): Promise<string | undefined> {
  const people = ['hr_officer', 'hr_manager', 'payroll_officer', 'manager', 'accountant']
  if (people.some((role) => day.as(role).user_id === null)) return undefined
  const staff: Employed[] = []
  for (const [at, post] of posts.entries()) {
    const id = await hired(day, post, at)
    if (id !== undefined) staff.push({ id, post })
  }
  await onDuty(day, staff)
  await away(day, staff)
  await vacancy(day)
  await paid(day, staff)
  return staff.find(({ post: [, , , cadre] }) => cadre === 'MO')?.id
}

async function hired({ as, zone }: Day, post: Post, at: number): Promise<string | undefined> {
  const [first_name, last_name, sex, code, job_title, department, basic_pay, licence_days] = post
  const officer = as('hr_officer')
  const cadre = await cadreCalled(officer, code)
  if (cadre === undefined) return undefined
  const today = dayIn(zone)
  const hired_on = nextDay(today, -500 - at * 40)
  const born = nextDay(today, -365 * (28 + at) - at)
  const input: StaffInput = {
    first_name,
    last_name,
    sex,
    phone: `+25571200${String(4100 + at * 7)}`,
    hired_on,
    department,
    cadre_id: cadre.id,
    job_title,
    employment_type: 'PERMANENT',
    date_of_birth: born,
    pension_scheme: 'NSSF',
    pension_no: `NS-${410_200 + at}`,
    tin: `120-331-${String(410 + at)}`,
  }
  const taken = await triedInSteps(() => takeOn(officer, input))
  if (taken === undefined) return undefined
  const { id } = taken.row
  if (licence_days !== null) {
    const licence = {
      staff_id: id,
      kind: 'PRACTISING' as const,
      board: cadre.board ?? 'Council',
      licence_no: `${code}-${20_110 + at * 3}`,
      issued_on: nextDay(today, licence_days - 365),
      expires_on: nextDay(today, licence_days),
    }
    await tried(() => openLicence(officer, licence))
  }
  const confirmed_on = nextDay(hired_on, 180)
  await tried(() => confirm(as('hr_manager'), id, { confirmed_on }))
  await triedInSteps(() => withPay(as, id, { name: taken.row.full_name, hired_on, basic_pay, at }))
  return id
}

/** Entered by one, approved by another: what is paid, and to which account. */
async function withPay(
  as: Day['as'],
  id: string,
  {
    name,
    hired_on,
    basic_pay,
    at,
  }: { name: string; hired_on: string; basic_pay: number; at: number },
): Promise<void> {
  const pay = { effective_from: hired_on, basic_pay }
  const profile = await within(() => openProfile(as('payroll_officer'), id, pay))
  await within(() => approveProfile(as('manager'), profile.id, null))
  const account = {
    method: 'BANK' as const,
    bank_name: 'CRDB Bank',
    account_no: `0152${String(331_870_400 + at)}`,
    account_name: name,
  }
  const bank = await within(() => openBank(as('hr_officer'), id, account))
  await within(() => approveBank(as('hr_manager'), bank.id, null))
}

/** The nurses of this month: mornings, nights and days off in turn. */
async function onDuty({ as, zone }: Day, staff: readonly Employed[]): Promise<void> {
  const nurses = staff.filter(({ post }) => post[5] === 'Nursing')
  if (nurses.length === 0) return
  const month = dayIn(zone).slice(0, 7)
  const cycle = ['M', 'M', 'A', 'A', 'N', 'N', '-', '-']
  const pattern = nurses.map(({ id }, at) => ({ staff_id: id, cycle, offset: (at * 2) % 8 }))
  const days = { starts_on: `${month}-01`, ends_on: lastOf(month) }
  await tried(async () => {
    const boss = as('supervisor')
    const { id } = await beginRoster(boss, { department: 'Nursing', ...days, pattern })
    await publish(boss, id, 'Two posts are open')
  })
}

const lastOf = (month: string): string => nextDay(`${nextDay(`${month}-28`, 4).slice(0, 7)}-01`, -1)

/** One is away next month, another waits for an answer. */
async function away({ as, zone }: Day, staff: readonly Employed[]): Promise<void> {
  const today = dayIn(zone)
  for (const [at, given] of [true, false].entries()) {
    const person = staff.at(-1 - at)
    if (person === undefined) return
    const starts_on = nextDay(today, 40 + at * 20)
    const asked = { type_code: 'ANNUAL', starts_on, ends_on: nextDay(starts_on, 6) }
    await tried(async () => {
      const [{ id }] = await askLeave(as('hr_officer'), person.id, asked)
      if (given) await approveLeave(as('hr_manager'), id)
    })
  }
}

const applicants = [
  { full_name: 'Mwanaidi Juma', qualification: 'Diploma in nursing', years_experience: 4 },
  { full_name: 'Paulo Mrema', qualification: 'Degree in nursing', years_experience: 2 },
  { full_name: 'Eliza Kimaro', qualification: 'Certificate in nursing', years_experience: 7 },
] as const

/** One of them was heard, one is to be heard, the third has just written. */
async function vacancy({ as, zone }: Day): Promise<void> {
  const officer = as('hr_officer')
  const today = dayIn(zone)
  await tried(async () => {
    const { id } = await openVacancy(officer, {
      job_title: 'Nurse',
      employment_type: 'PERMANENT',
      positions: 2,
      posted_on: nextDay(today, -20),
      closes_on: nextDay(today, 14),
      cadre: 'Registered Nurse',
      department: 'Nursing',
      description: 'Care of patients of the wards, days and nights in turn.',
      requirements: ['A licence of the council that holds', 'Two years at a bedside'],
      salary_from: 750_000,
      salary_to: 900_000,
      over_reason: 'Two left in the last year',
    })
    for (const [at, one] of applicants.entries()) {
      const phone = `+25575410${String(3300 + at)}`
      const applicant = await openApplicant(officer, { vacancy_id: id, ...one, phone })
      if (at < 2) await shortlist(officer, applicant.id, null)
      const heard = { interviewed_on: nextDay(today, -2), score: 78, note: 'Calm and exact' }
      if (at < 1) await interview(officer, applicant.id, heard)
    }
  })
}

const warnings = Array.from({ length: 13 }, (_one, at) => ({
  code: `W${String(at + 1).padStart(2, '0')}`,
  note: 'Looked at',
}))

/** The last month is paid from the books' side; of this one the run has only begun. */
async function paid({ as, zone }: Day, staff: readonly Employed[]): Promise<void> {
  if (staff.length === 0) return
  const before = nextDay(`${dayIn(zone).slice(0, 7)}-01`, -1)
  const officer = as('payroll_officer')
  await triedInSteps(async () => {
    const { id } = await within(() => openRun(officer, monthOf(before)))
    await calculate(officer, id)
    const { manager, accountant } = { manager: as('manager'), accountant: as('accountant') }
    await foreseen(manager, id, () =>
      within(() => approveRun(manager, id, { accept: warnings, note: 'As last month' })),
    )
    await foreseen(accountant, id, () => within(() => postRun(accountant, id, null)))
  })
  await tried(() => openRun(officer, monthOf(dayIn(zone))))
}

const monthOf = (day: string) => ({
  period_year: Number(day.slice(0, 4)),
  period_month: Number(day.slice(5, 7)),
})
