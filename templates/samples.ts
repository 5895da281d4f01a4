// Every paper of money with made-up contents that are as long as they come: names in several
// scripts, hundreds of lines, every box filled. For whoever chooses a look, and for tests that print.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import type { MoneyPaper } from './money-paper.ts'
import type { Paper } from './paper.ts'
import { invoice, receipt, statement } from './samples-bills.ts'
import { bookSamples } from './samples-books.ts'
import { at, head, verify } from './samples-frame.ts'
import { z } from './samples-shift.ts'
import { credit, refund, summary, voucher } from './samples-till.ts'

export interface Sample {
  /** Of its file. */
  name: string
  paper: Paper
}

const each: readonly (readonly [string, (paper: MoneyPaper) => Paper])[] = [
  ['invoice', (paper) => invoice(paper, 8)],
  ['invoice-500-lines', (paper) => invoice(paper, 500)],
  ['receipt', (paper) => receipt(paper, 'A4')],
  ['receipt-roll', (paper) => receipt(paper, 'ROLL80')],
  ['statement', statement],
  ['credit-note', credit],
  ['refund-voucher', refund],
  ['expense-voucher', voucher],
  ['payment-summary', summary],
  ['z-report', (paper) => z(paper, 'A4')],
  ['z-report-roll', (paper) => z(paper, 'ROLL80')],
]

export function* samplePapers(
  themes: readonly string[],
  languages: readonly Language[],
): Generator<Sample> {
  for (const theme of themes) {
    for (const language of languages) {
      const paper: MoneyPaper = {
        head: head(theme),
        language,
        size: 'A4',
        decimals: 0,
        verify,
        printed: { at, by: 'Juma Mushi' },
        mark: null,
      }
      const ending = `${theme}-${language}.pdf`
      for (const [kind, make] of each) yield { name: `${kind}-${ending}`, paper: make(paper) }
      for (const [kind, made] of bookSamples(paper.head, language)) {
        yield { name: `${kind}-${ending}`, paper: made }
      }
    }
  }
}
