// Notices as they come in and go out (2.5, 5.4).

import {
  choice,
  Id,
  Day,
  Flag,
  form,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  optional,
  QueryFlag,
  shape,
  type Static,
  Text,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { PatientRow } from '../../desk/patients/shapes.ts'
import { History } from '../../history.ts'
import { case_notices } from './tables.ts'
import { classifications, notice_moves, notice_states, sent_ways } from './words.ts'

const notice = fieldsOf(case_notices)

export const SendInput = named(
  'NoticeSendInput',
  form({
    how: choice(sent_ways),
    sent_to: optional(nullable(Text(0, 160))),
    sent_at: optional(nullable(Instant)),
    note: optional(nullable(LongText(0, 1000))),
  }),
)
export type SendInput = Static<typeof SendInput>

const fields = {
  ...notice('id', 'facility_id'),
  reference: Text(1, 40),
  ...notice('disease_key', 'level'),
  disease: Text(1, 120),
  ...notice('patient_id'),
  patient: PatientRow,
  ...notice('visit_id', 'admission_id', 'record_id', 'order_id', 'status', 'classification'),
  ...notice('opened_at', 'due_at'),
  late: Flag,
  ...notice('sent_at', 'sent_to', 'sent_how', 'sent_by_name', 'note', 'outcome'),
  ...notice('created_at', 'updated_at', 'version'),
  moves: listOf(choice(notice_moves)),
}
export const CaseNotice = named('CaseNotice', shape(fields))
export type CaseNotice = Static<typeof CaseNotice>
export const CaseNoticeWhole = named('CaseNoticeWhole', shape({ ...fields, history: History }))
export const NoticeFilters = {
  facility_id: optional(Id),
  status: optional(choice(notice_states)),
  disease_key: optional(Text(1, 40)),
  classification: optional(choice(classifications)),
  late: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
