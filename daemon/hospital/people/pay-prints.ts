// Papers of pay. They carry no code that a stranger could look up: what somebody earns is nobody else's.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { paperPolicy } from '../../../db/hospital/money/billing/papers/policy.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { payslipOf } from '../../../db/hospital/people/payroll/slips/paper-facts.ts'
import { payslipPaper } from '../../../templates/payslip.ts'
import { words } from '../../../templates/words.ts'
import { paperReply } from '../../edge/papers.ts'
import type { FileReply } from '../../edge/send-file.ts'

export async function printPayslip(
  caller: Caller,
  id: string,
  { lang, paper = 'A4' }: { lang?: Language; paper?: 'A4' | 'A5' },
): Promise<FileReply> {
  const { facility_id, is_reversed, facts } = await payslipOf(caller, id)
  const { language: standard, decimals } = await paperPolicy(caller)
  const language = lang ?? standard
  return paperReply(
    payslipPaper({
      ...facts,
      head: await letterheadOf(caller, facility_id),
      language,
      size: paper,
      decimals,
      verify: null,
      printed: { at: clock.instant(), by: caller.name },
      mark: is_reversed ? words[language].reversed : null,
    }),
    facts.number,
  )
}
