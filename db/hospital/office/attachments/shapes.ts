// What goes in and what comes out about files and photos.

import {
  optional,
  choice,
  Flag,
  form,
  Id,
  nullable,
  named,
  partial,
  QueryFlag,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { attachment_categories, photo_sizes, scan_states } from './words.ts'

const At = Text(24, 24)
const Description = nullable(Text(0, 200))

/** The parts beside the file. */
export const AttachmentFields = form({
  entity_type: Text(1, 40),
  entity_id: Id,
  category: optional(choice(attachment_categories)),
  description: optional(Description),
})
export type AttachmentFields = Static<typeof AttachmentFields>

export const AttachmentChange = named(
  'AttachmentChange',
  partial({ category: choice(attachment_categories), description: Description }),
)
export type AttachmentChange = Static<typeof AttachmentChange>

export const Attachment = named(
  'Attachment',
  shape({
    id: Id,
    entity_type: Text(1, 40),
    entity_id: Id,
    file_name: Text(1, 120),
    content_type: Text(1, 100),
    size: Whole(1),
    sha256: Text(64, 64),
    category: choice(attachment_categories),
    description: Description,
    patient_id: nullable(Id),
    scan_state: choice(scan_states),
    held: Flag,
    uploaded_by_name: Text(1, 160),
    uploaded_at: At,
    removed_at: nullable(At),
    removed_by_name: nullable(Text(1, 160)),
    remove_reason: nullable(Text(0, 300)),
    version: Whole(1),
    created_at: At,
    updated_at: At,
  }),
)
export type Attachment = Static<typeof Attachment>

export const AttachmentFilters = {
  entity_type: optional(Text(1, 40)),
  entity_id: optional(Id),
  patient_id: optional(Id),
  category: optional(choice(attachment_categories)),
  removed: optional(QueryFlag),
}

export const Download = partial({ inline: choice(['0', '1', 'false', 'true']) })
export const Why = form({ reason: Reason })
/** A removal says why in its body or, where a client cannot send one, in its address. */
export const MaybeWhy = partial({ reason: Reason })

export const Photo = named(
  'Photo',
  shape({
    subject: Text(1, 40),
    id: Id,
    url: Text(1, 200),
    width: Whole(1),
    height: Whole(1),
    size: Whole(1),
    sha256: Text(64, 64),
    updated_at: At,
    updated_by_name: Text(1, 160),
  }),
)
export type Photo = Static<typeof Photo>

export const PhotoWords = partial({ size: choice(photo_sizes) })
