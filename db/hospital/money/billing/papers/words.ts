// How papers of money are asked for (BIL-155, BIL-156).

import { choice, Day, partial } from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'

export const InvoiceAsked = partial({ lang: choice(languages), paper: choice(['A4', 'A5']) })
export const ReceiptAsked = partial({ lang: choice(languages), paper: choice(['A4', 'ROLL80']) })
export const ShiftReportAsked = partial({
  lang: choice(languages),
  paper: choice(['A4', 'ROLL80']),
  format: choice(['pdf', 'json']),
})
export const StatementAsked = partial({ lang: choice(languages), from: Day, to: Day })
export const CreditAsked = partial({ lang: choice(languages) })
export const VoucherAsked = partial({ lang: choice(languages), paper: choice(['A4', 'A5']) })
