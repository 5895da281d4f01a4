// Columns of every record that is signed and then only amended or voided (FRO-4, CAR-8).

import { instant, integer, nullable, otherwise, text, uuid } from '../../../store/columns.ts'

export const signable = {
  /** Which version of what was signed this is; 0 while it is a draft. */
  revision: otherwise(integer(), 0),
  author_id: nullable(uuid()),
  author_staff_id: nullable(uuid()),
  author_name: nullable(text(160)),
  signed_at: nullable(instant()),
  voided_at: nullable(instant()),
  voided_by: nullable(text(160)),
  void_reason: nullable(text(300)),
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
