import { answer } from '../../../core/question.ts'
import { awayBetween, cliniciansNamed, holidays, isAway } from '../../neighbours/duty.ts'
import { onCall, onDuty } from '../../neighbours/on-duty.ts'
import { staffNames } from '../../neighbours/parties.ts'
import {
  employmentOf,
  isStaff,
  mayPractise,
  phoneOfStaff,
  staffById,
  staffOf,
  staffWhoLeft,
  workersOf,
} from '../../neighbours/people.ts'
import type { Brings } from '../../registry.ts'
import { holidaysBetween } from './leave/holidays.ts'
import { awayIn, isAwayOn } from './leave/spans.ts'
import { mayPractiseOn } from './licences/practise.ts'
import {
  clinicians,
  isStaffHere,
  namesOfStaff,
  phoneOf,
  staffNamed,
  staffOfUser,
  statesOf,
  whoLeft,
  workers,
} from './records/answers.ts'
import { staff_import } from './records/import.ts'
import { isInScope } from './records/scope.ts'
import { applicant_rejected } from './recruitment/telling.ts'
import { staff } from './records/tables.ts'
import { callAt, dutyAt } from './rosters/on-duty.ts'

export const brings: Brings = {
  area: 'staff',
  messages: [applicant_rejected],
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
    {
      kind: 'vacancy',
      label: 'Vacancy',
      area: 'staff',
      pattern: 'VAC-{YYYY}-{SEQ:4}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'leave',
      label: 'Leave',
      area: 'staff',
      pattern: 'LV-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'roster',
      label: 'Roster',
      area: 'staff',
      pattern: 'RO-{YYYY}-{SEQ:4}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
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
    establishment: 'staff:read',
    leave: 'leave:read',
    attendance: 'attendance:read',
    roster: 'roster:read',
    holiday: 'roster:read',
    vacancy: 'vacancy:read',
    applicant: 'applicant:read',
    training: 'training:read',
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
    {
      kind: 'staff_licence.ending',
      label: 'A licence ends soon, or has ended',
      area: 'staff',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Whose it is, the supervisor, and holders of licence:write',
    },
    {
      kind: 'roster.shifts',
      label: 'A roster was published or taken back',
      area: 'staff',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Who stands in it',
    },
    {
      kind: 'attendance.absent',
      label: 'Somebody missed a shift',
      area: 'staff',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'The supervisor; without one, holders of attendance:approve',
    },
  ],
  imports: [staff_import],
  answers: [
    answer(staffOf, staffOfUser),
    answer(staffById, staffNamed),
    answer(phoneOfStaff, phoneOf),
    answer(mayPractise, mayPractiseOn),
    answer(cliniciansNamed, clinicians),
    answer(onDuty, dutyAt),
    answer(onCall, callAt),
    answer(isAway, isAwayOn),
    answer(awayBetween, awayIn),
    answer(holidays, holidaysBetween),
    answer(staffNames, namesOfStaff),
    answer(isStaff, isStaffHere),
    answer(employmentOf, statesOf),
    answer(staffWhoLeft, whoLeft),
    answer(workersOf, workers),
  ],
}
