// Columns of every record that is signed and then only amended or voided (FRO-4, CAR-8).

import { instant, integer, maybe, otherwise, text, uuid } from '../../../store/columns.ts'

export const signable = {
  /** Which version of what was signed this is; 0 while it is a draft. */
  revision: otherwise(integer(), 0),
  author_id: maybe(uuid()),
  author_staff_id: maybe(uuid()),
  author_name: maybe(text(160)),
  signed_at: maybe(instant()),
  voided_at: maybe(instant()),
  voided_by: maybe(text(160)),
  void_reason: maybe(text(300)),
}

export interface Signable {
  id: string
  revision: number
  author_id: string | null
  author_staff_id: string | null
  author_name: string | null
  signed_at: string | null
  voided_at: string | null
  voided_by: string | null
  void_reason: string | null
}
