import { answer } from '../../../core/question.ts'
import { peopleItems, peopleReplay, peopleStops } from '../../neighbours/books.ts'
import { addShortage, payAgreed, payIsFixed } from '../../neighbours/people.ts'
import type { Brings } from '../../registry.ts'
import { payItems } from './books/open-items.ts'
import { replayOfPay } from './books/replay.ts'
import { stopsOfPay } from './books/stops.ts'
import { shortageOf } from './loans/loans.ts'
import { agreed } from './profiles/profiles.ts'
import { fixedRunOf } from './runs/fixed.ts'

export const brings: Brings = {
  area: 'payroll',
  sequences: [
    {
      kind: 'staff_loan',
      label: 'Loan of staff',
      area: 'payroll',
      pattern: 'LN-{YYYY}-{SEQ:4}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'payment_batch',
      label: 'Payment batch of salaries',
      area: 'payroll',
      pattern: 'PB-{YYYY}-{SEQ:4}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  reads: {
    pay_component: 'payroll:read',
    statutory_table: 'payroll:read',
    pay_profile: 'payroll:read',
    pay_input: 'payroll:read',
    payroll_run: 'payroll:read',
    payslip: 'payroll:read',
    payment_batch: 'payroll:read',
    staff_loan: 'payroll:read',
  },
  answers: [
    answer(addShortage, shortageOf),
    answer(payAgreed, agreed),
    answer(payIsFixed, fixedRunOf),
    answer(peopleItems, payItems),
    answer(peopleReplay, replayOfPay),
    answer(peopleStops, stopsOfPay),
  ],
}
