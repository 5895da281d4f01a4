// The certificate of a year's close, for the file and for the auditor (ACC-72).

import type { Certificate } from '../db/hospital/money/accounting/years/certificate.ts'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { amount, dateText, momentText } from './figures.ts'
import { amountInWords } from './in-words.ts'
import type { Head } from './letters.ts'
import type { Paper } from './paper.ts'
import { words } from './words.ts'

const en = {
  title: 'Certificate of the close',
  year: 'Fiscal year',
  period: 'Period',
  version: 'Version',
  closed: 'Closed',
  by: 'Closed by',
  approved: 'Approved by',
  result: 'Result of the year',
  surplus: 'Surplus to retained earnings',
  entries: 'Closing entries',
  reference: 'Entry',
  branch: 'Branch',
  lines: 'Lines',
  none: 'The year had no entries: nothing was to be closed.',
  proof: 'Proof',
  plan: 'Plan',
  snapshot: 'Balances',
  chain: 'Journal',
  chain_at: (no: number, hash: string): string => `entry ${no}, ${hash}`,
  locked: 'Books locked to',
  accepted: 'Warnings accepted',
  reason: 'Reason',
  backup: 'Backup before the close',
  own: 'This certificate',
  superseded: 'REOPENED',
  reopened: (at: string, why: string): string => `The year was opened again ${at}: ${why}`,
  auditor: 'Auditor',
}
const sw: typeof en = {
  title: 'Cheti cha kufunga mwaka',
  year: 'Mwaka wa fedha',
  period: 'Kipindi',
  version: 'Toleo',
  closed: 'Umefungwa',
  by: 'Aliyefunga',
  approved: 'Aliyeidhinisha',
  result: 'Matokeo ya mwaka',
  surplus: 'Ziada kwenda faida iliyobakizwa',
  entries: 'Maingizo ya kufunga',
  reference: 'Ingizo',
  branch: 'Tawi',
  lines: 'Mistari',
  none: 'Mwaka haukuwa na maingizo: hakukuwa na cha kufunga.',
  proof: 'Uthibitisho',
  plan: 'Mpango',
  snapshot: 'Masalio',
  chain: 'Jarida',
  chain_at: (no, hash) => `ingizo ${no}, ${hash}`,
  locked: 'Vitabu vimefungwa hadi',
  accepted: 'Maonyo yaliyokubaliwa',
  reason: 'Sababu',
  backup: 'Nakala rudufu kabla ya kufunga',
  own: 'Cheti hiki',
  superseded: 'UMEFUNGULIWA',
  reopened: (at, why) => `Mwaka ulifunguliwa tena ${at}: ${why}`,
  auditor: 'Mkaguzi',
}
const said_in: Record<Language, typeof en> = { en, sw }

export function certificatePaper(
  certificate: Certificate,
  head: Head & { currency: string; scale: number },
  language: Language,
  printed: { at: string; by: string } | null,
): Paper {
  const said = said_in[language]
  const { year, entries } = certificate
  const moment = (at: string): string => momentText(at, head.timezone, head.date_format, language)
  const day = (text: string): string => dateText(text, head.date_format, language)
  const { scale } = head
  return {
    title: said.title,
    number: certificate.number,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: certificate.closed_at,
    footer: head.footer,
    printed: printed === null ? null : words[language].printed(moment(printed.at), printed.by),
    mark: certificate.superseded_at === null ? null : said.superseded,
    blocks: [
      ...(certificate.superseded_at === null
        ? []
        : [
            {
              kind: 'text' as const,
              framed: true,
              text: said.reopened(
                moment(certificate.superseded_at),
                certificate.reopened_reason ?? '',
              ),
            },
          ]),
      {
        kind: 'facts',
        columns: 2,
        rows: [
          [said.year, year.name],
          [said.period, `${day(year.starts_on)} – ${day(year.ends_on)}`],
          [said.version, String(certificate.version)],
          [said.closed, moment(certificate.closed_at)],
          [said.by, certificate.closed_by],
          ...(certificate.approved_by === null
            ? []
            : [[said.approved, certificate.approved_by] as const]),
          ...(certificate.lock_date === null
            ? []
            : [[said.locked, day(certificate.lock_date)] as const]),
        ],
      },
      { kind: 'heading', text: said.entries },
      entries.length === 0
        ? { kind: 'text', text: said.none }
        : {
            kind: 'table',
            columns: [
              { label: said.reference, weight: 2 },
              { label: said.branch, weight: 4 },
              { label: said.lines, weight: 1, align: 'right' },
            ],
            rows: entries.map((one) => [one.reference, one.facility, String(one.lines)]),
          },
      {
        kind: 'totals',
        rows: [
          {
            label: said.result,
            value: `${head.currency} ${amount(certificate.result, { scale, decimals: scale })}`,
            strong: true,
            note: said.surplus,
          },
        ],
      },
      {
        kind: 'text',
        title: words[language].amount_in_words,
        text: amountInWords(certificate.result, head.currency, scale, language),
      },
      { kind: 'heading', text: said.proof },
      {
        kind: 'facts',
        columns: 1,
        rows: [
          [said.plan, certificate.plan],
          [said.snapshot, certificate.snapshot],
          [said.chain, said.chain_at(certificate.chain_no, certificate.chain_hash)],
          ...(certificate.accepted.length === 0
            ? []
            : [[said.accepted, certificate.accepted.join(', ')] as const]),
          ...(certificate.reason === null ? [] : [[said.reason, certificate.reason] as const]),
          ...(certificate.backup === null ? [] : [[said.backup, certificate.backup] as const]),
          [said.own, `SHA-256 ${certificate.sha256}`],
        ],
      },
      {
        kind: 'signatures',
        lines: [
          { caption: said.by, name: certificate.closed_by },
          { caption: said.approved, name: certificate.approved_by },
          { caption: said.auditor },
        ],
      },
    ],
  }
}
