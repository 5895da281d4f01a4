import { answer } from '../../../core/question.ts'
import { cliniciansNamed } from '../../neighbours/duty.ts'
import { staffNames } from '../../neighbours/parties.ts'
import {
  employmentOf,
  isStaff,
  mayPractise,
  staffById,
  staffOf,
  staffWhoLeft,
} from '../../neighbours/people.ts'
import type { Brings } from '../../registry.ts'
import { mayPractiseOn } from './licences/practise.ts'
import {
  clinicians,
  isStaffHere,
  namesOfStaff,
  staffNamed,
  staffOfUser,
  statesOf,
  whoLeft,
} from './records/answers.ts'
import { isInScope } from './records/scope.ts'
import { staff } from './records/tables.ts'

export const brings: Brings = {
  area: 'staff',
  sequences: [
    {
      kind: 'staff',
      label: 'Staff number',
      area: 'staff',
      pattern: 'ST-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'NEVER',
      gapless: false,
    },
  ],
  entities: [
    {
      type: 'staff',
      read: 'staff:read',
      write: 'staff:write',
      photo: true,
      async exists(caller, id) {
        // Files of a record follow it: only of one's own people (HR-1).
        const found = await staff.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined || !(await isInScope(caller, id))) return undefined
        return { label: `${found.number} ${found.full_name}` }
      },
    },
  ],
  reads: {
    cadre: 'staff:read',
    people_settings: 'staff:read',
    staff_licence: 'staff:read',
    staff_bank_account: 'staff:bank',
  },
  notifications: [
    {
      kind: 'staff.bank',
      label: 'Where pay goes was changed',
      area: 'staff',
      urgency: 'WARNING',
      default: { sms: true, whatsapp: false, email: false },
      locked: true,
      audience: 'Whose pay it is',
    },
  ],
  answers: [
    answer(staffOf, staffOfUser),
    answer(staffById, staffNamed),
    answer(mayPractise, mayPractiseOn),
    answer(cliniciansNamed, clinicians),
    answer(staffNames, namesOfStaff),
    answer(isStaff, isStaffHere),
    answer(employmentOf, statesOf),
    answer(staffWhoLeft, whoLeft),
  ],
}
