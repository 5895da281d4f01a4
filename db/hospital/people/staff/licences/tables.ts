// What councils let people practise on (people 2.2).

import { choice, day, id, key, nullable, ref, text, uuid } from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { licence_kinds, licence_states } from './words.ts'

export const staff_licences = table(
  'staff_licences',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    status: choice(licence_states),
    kind: choice(licence_kinds),
    board: text(160),
    board_key: key(160),
    licence_no: text(60),
    number_key: key(60),
    issued_on: nullable(day()),
    expires_on: nullable(day()),
    verified_on: nullable(day()),
    verified_by_name: nullable(text(160)),
    verify_note: nullable(text(300)),
    attachment_id: nullable(uuid()),
    revoked_reason: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['licence_no', 'board'],
    unique: [{ columns: ['hospital_id', 'board_key', 'number_key'] }],
    indexes: [{ columns: ['staff_id'] }, { columns: ['hospital_id', 'expires_on'] }],
  },
)

export const staff_licence_moves = historyTable('staff_licence_moves', 'staff_licences')
