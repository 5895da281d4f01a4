// What goes in and what comes out about files and photos.

import {
  optional,
  choice,
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
} from '../../../core/kinds/kinds.ts'
import { attachment_categories, photo_sizes } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { attachments, photos } from './tables.ts'

const attachment = fieldsOf(attachments)
const photo = fieldsOf(photos)
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
    ...attachment('id', 'entity_type', 'entity_id', 'file_name', 'content_type', 'size'),
    ...attachment('sha256', 'category', 'description', 'patient_id', 'scan_state'),
    ...attachment('held', 'uploaded_by_name', 'uploaded_at', 'removed_at'),
    ...attachment('removed_by_name', 'remove_reason', 'version', 'created_at', 'updated_at'),
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
    ...photo('subject', 'id'),
    url: Text(1, 200),
    ...photo('width', 'height', 'size', 'sha256', 'updated_at', 'updated_by_name'),
  }),
)
export type Photo = Static<typeof Photo>

export const PhotoWords = partial({ size: choice(photo_sizes) })
