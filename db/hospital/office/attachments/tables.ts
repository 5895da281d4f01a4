// Files that hang on records, and photos. The bytes lie in the file store under their SHA-256.

import {
  big,
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { attachment_categories, scan_states } from './words.ts'

export const attachments = table(
  'attachments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    entity_type: code(40),
    entity_id: uuid(),
    /** The patient the record belongs to, if it belongs to one. */
    patient_id: nullable(uuid()),
    file_name: text(120),
    content_type: code(100),
    size: big(),
    sha256: code(64),
    category: choice(attachment_categories),
    description: nullable(text(200)),
    scan_state: choice(scan_states),
    held: otherwise(flag(), false),
    uploaded_by: nullable(uuid()),
    uploaded_by_name: text(160),
    uploaded_at: instant(),
    removed_at: nullable(instant()),
    removed_by_name: nullable(text(160)),
    remove_reason: nullable(text(300)),
    /** The bytes are gone; the row with its SHA-256 stays (PLT-109). */
    erased_at: nullable(instant()),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'entity_type', 'entity_id', 'uploaded_at'] },
      {
        columns: ['hospital_id', 'patient_id', 'uploaded_at'],
        only_where: 'patient_id is not null',
      },
      { columns: ['sha256'] },
      { columns: ['removed_at'], only_where: 'removed_at is not null and erased_at is null' },
    ],
  },
)

export const photos = table(
  'photos',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    subject: code(40),
    subject_id: uuid(),
    sha256: code(64),
    thumb_sha256: code(64),
    width: integer(),
    height: integer(),
    size: big(),
    updated_by_name: text(160),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'subject', 'subject_id'] }],
    indexes: [{ columns: ['sha256'] }, { columns: ['thumb_sha256'] }],
  },
)
