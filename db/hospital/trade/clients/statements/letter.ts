// A statement as a letter (COM-78, COM-79): what was owed, what moved, what is owed and since when.

import { type Bucket, buckets } from '../../../money/billing/debts/debtor-shapes.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import type { statementFacts } from '../account.ts'

type Facts = Awaited<ReturnType<typeof statementFacts>>['facts']

const english = {
  statement: 'Statement of account',
  opening: 'Owed before',
  closing: 'Owed at the end',
  opening_ahead: 'Paid ahead before',
  closing_ahead: 'Paid ahead at the end',
  more: 'earlier lines are on the paper',
  pay: 'How to pay',
  ages: {
    not_due: 'Not due yet',
    d1_30: '1 to 30 days late',
    d31_60: '31 to 60 days late',
    d61_90: '61 to 90 days late',
    d91_180: '91 to 180 days late',
    over_180: 'More than 180 days late',
  } satisfies Record<Bucket, string>,
}
const words: Record<Language, typeof english> = {
  en: english,
  sw: {
    statement: 'Taarifa ya akaunti',
    opening: 'Deni la awali',
    closing: 'Deni la mwisho',
    opening_ahead: 'Kilicholipwa mapema awali',
    closing_ahead: 'Kilicholipwa mapema mwishoni',
    more: 'mistari ya awali iko kwenye karatasi',
    pay: 'Jinsi ya kulipa',
    ages: {
      not_due: 'Muda haujafika',
      d1_30: 'Imechelewa siku 1 hadi 30',
      d31_60: 'Imechelewa siku 31 hadi 60',
      d61_90: 'Imechelewa siku 61 hadi 90',
      d91_180: 'Imechelewa siku 91 hadi 180',
      over_180: 'Imechelewa zaidi ya siku 180',
    },
  },
}

const shown_most = 60

export function letterOf(
  { party, from, to, opening, lines, closing, ageing, pay_to }: Facts,
  said: (amount: number) => string,
  currency: string,
  language: Language,
): { subject: string; text: string } {
  const its = words[language]
  const latest = lines.slice(-shown_most)
  const earlier = lines.length - latest.length
  const owed = buckets.filter((age) => ageing[age] !== 0)
  const text = [
    `${its.statement}, ${party.name} (${party.number}), ${from} – ${to}`,
    '',
    opening < 0
      ? `${its.opening_ahead}: ${currency} ${said(-opening)}`
      : `${its.opening}: ${currency} ${said(opening)}`,
    ...(earlier > 0 ? [`… ${earlier} ${its.more}`] : []),
    ...latest.map(
      ({ on, number, memo, debit, credit, balance }) =>
        `${on} ${number ?? ''} ${memo}: ${debit > 0 ? '+' : '-'}${said(debit > 0 ? debit : credit)} = ${said(balance)}`,
    ),
    closing < 0
      ? `${its.closing_ahead}: ${currency} ${said(-closing)}`
      : `${its.closing}: ${currency} ${said(closing)}`,
    ...owed.map((age) => `- ${its.ages[age]}: ${said(ageing[age])}`),
    ...(pay_to.length === 0 ? [] : ['', `${its.pay}:`, ...pay_to.map(payLine)]),
  ].join('\n')
  return {
    subject: `${its.statement} ${from} – ${to}`,
    text: text.slice(0, text_max).toWellFormed(),
  }
}

const payLine = ({ name, institution, number }: Facts['pay_to'][number]): string =>
  `- ${[name, institution, number].filter((one) => one !== null).join(', ')}`

/** The longest text that the outbox carries, less its head and foot. */
const text_max = 5000
