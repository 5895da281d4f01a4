// A hospital that keeps its people: who does what in HR, and somebody to be taken on.

import type { House } from './boot.ts'
import type { Person } from './people.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'
import { cadres } from '../../db/hospital/people/staff/cadres/tables.ts'
import { users } from '../../db/hospital/office/access/tables.ts'
import { within } from '../../db/store/connection.ts'

type Data = Awaited<ReturnType<Person['get']>>['data']

export interface StaffDesk {
  officer: Person
  manager: Person
  payroll: Person
  cadre: (code: string) => Promise<string>
  department: (name: string) => Promise<string>
  /** What a body needs, with what is said more. */
  body: (more?: Record<string, unknown>) => Promise<Record<string, unknown>>
  hire: (more?: Record<string, unknown>) => Promise<Data>
  /** The account of somebody is that of a staff record. */
  link: (person: Person, staff_id: string) => Promise<void>
}

let made = 0

export async function staffDesk(house: House): Promise<StaffDesk> {
  const { people, hospital } = house
  const hospital_id = hospital.id
  const officer = await people.with('hr_officer')
  const manager = await people.with('hr_manager')
  const payroll = await people.with('payroll_officer')
  const department = async (name: string): Promise<string> => {
    const name_key = name.toLowerCase()
    const found = await departments.find({ hospital_id, name_key })
    if (found === undefined) {
      const code = name
        .replace(/[^A-Za-z]/g, '')
        .slice(0, 8)
        .toUpperCase()
      await within(() =>
        departments.insert({ hospital_id, code, name, name_key, kind: 'CLINICAL' }),
      )
    }
    return name
  }
  const cadre = async (code: string): Promise<string> =>
    (await cadres.find({ hospital_id, code }))?.id ?? ''
  const body: StaffDesk['body'] = async (more = {}) => {
    made += 1
    return {
      first_name: 'Asha',
      last_name: `Juma ${String(made).padStart(4, '0')}`,
      sex: 'Female',
      phone: `+2557120${String(made).padStart(5, '0')}`,
      department: await department('Labour ward'),
      cadre_id: await cadre('RN'),
      job_title: 'Nurse',
      employment_type: 'PERMANENT',
      hired_on: '2026-01-05',
      ...more,
    }
  }
  return {
    officer,
    manager,
    payroll,
    cadre,
    department,
    body,
    async hire(more = {}) {
      const answer = await officer.post('/hr/staff', await body(more))
      if (answer.status !== 201) throw new Error(answer.message)
      return answer.data
    },
    link: async (person, staff_id) => {
      await within(() => users.change({ hospital_id, id: person.user.id }, { staff_id }))
    },
  }
}
