import {
  choice,
  form,
  Id,
  listOf,
  nullable,
  optional,
  shape,
  type Static,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { count_papers, label_sizes, requisition_papers } from './words.ts'

const lang = optional(choice(languages))
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

export const GoodsPaperAsked = shape({ lang })
export const RequisitionPaperAsked = shape({ kind: optional(choice(requisition_papers)), lang })
export type RequisitionPaperAsked = Static<typeof RequisitionPaperAsked>
export const CountPaperAsked = shape({ kind: optional(choice(count_papers)), lang })
export type CountPaperAsked = Static<typeof CountPaperAsked>

export const GoodsLabelsInput = form({
  batch_ids: may(listOf(Id, 200)),
  product_ids: may(listOf(Id, 200)),
  copies: may(Whole(1, 100)),
  size: may(choice(label_sizes)),
})
export type GoodsLabelsInput = Static<typeof GoodsLabelsInput>
