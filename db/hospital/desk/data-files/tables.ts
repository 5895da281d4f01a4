// Copies of one patient's record: asked for, made, taken, erased after a week (PAT-35, POR-20).

import {
  big,
  choice,
  code,
  id,
  instant,
  nullable,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { export_states } from '../../office/exports/words.ts'
import { data_file_sources } from './words.ts'

export const patient_exports = table(
  'patient_exports',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    source: choice(data_file_sources),
    reason: nullable(text(300)),
    status: choice(export_states),
    file_name: text(160),
    size: nullable(big()),
    sha256: nullable(code(64)),
    error: nullable(text(1000)),
    asked_at: instant(),
    finished_at: nullable(instant()),
    expires_at: instant(),
    erased_at: nullable(instant()),
    requested_by_id: nullable(uuid()),
    requested_by_name: text(160),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['patient_id', 'source', 'asked_at'] },
      { columns: ['expires_at'], only_where: 'erased_at is null' },
    ],
  },
)
