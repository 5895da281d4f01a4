// Printing a paper of money: its code, its copies, its head, and what the first print came to
// (BIL-154 to BIL-161). Nothing is set inside a transaction.

import { createHash } from 'node:crypto'
import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { csvLines } from '../../../db/core/csv-lines.ts'
import type { Collections } from '../../../db/hospital/money/billing/payments/collection-shapes.ts'
import { paperPolicy } from '../../../db/hospital/money/billing/papers/policy.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import type { PaperOwner } from '../../../db/hospital/money/billing/papers/invoice-facts.ts'
import { keepRendering, type Printing, printOf } from '../../../db/hospital/office/papers/codes.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { collection_columns, collectionsPaper } from '../../../templates/collections.ts'
import type { MoneyPaper } from '../../../templates/money-paper.ts'
import type { Paper, Size } from '../../../templates/paper.ts'
import { words } from '../../../templates/words.ts'
import { AsFile } from '../../edge/answers.ts'
import type { Facts } from '../../edge/facts.ts'
import { makePaper, paperReply, verifyAt } from '../../edge/papers.ts'
import type { FileReply } from '../../edge/send-file.ts'

export interface Wanted extends Omit<Printing, 'patient_id'> {
  owner: PaperOwner
  size: Size
  /** What the record's state writes across the page; before that of a copy. */
  mark: 'draft' | 'cancelled' | 'reversed' | 'credited' | null
}

/** Where it is asked for: the address that its code leads to, and another look than the hospital's. */
export type At = Pick<Facts, 'base_url'> & { readonly theme?: string | undefined }

export async function moneyReply(
  caller: Caller,
  { base_url, theme }: At,
  wanted: Wanted,
  set: (paper: MoneyPaper) => Paper,
): Promise<FileReply> {
  const { owner, size, number, mark } = wanted
  const said = words[owner.language]
  const { patient_id } = owner
  // A draft is no paper yet: it has no code, and as many prints as anybody likes.
  const print = mark === 'draft' ? null : await printOf(caller, { ...wanted, patient_id })
  const head = await letterheadOf(caller, owner.facility_id)
  const plain: MoneyPaper = {
    head: theme === undefined ? head : { ...head, theme },
    language: owner.language,
    size,
    decimals: owner.decimals,
    verify: verifyAt(base_url, print?.code ?? null),
    printed: null,
    mark: mark === null ? null : said[mark],
  }
  if (print !== null && print.sha256 === null) {
    const first = await makePaper(set(plain))
    const sha256 = createHash('sha256').update(first).digest('hex')
    await keepRendering(caller, wanted, sha256)
  }
  const copy = print !== null && print.copy > 0 ? `${said.copy} ${print.copy}` : null
  const paper = set({
    ...plain,
    printed: { at: clock.instant(), by: caller.name },
    mark: plain.mark ?? copy,
  })
  return paperReply(paper, number ?? paper.title)
}

/** A report in the envelope, for a sheet, or on paper: the same figures. */
export async function collected(
  caller: Caller,
  asked: { format?: 'json' | 'csv' | 'pdf'; lang?: Language; facility_id?: string },
  report: Collections,
): Promise<Collections | AsFile> {
  const { format = 'json' } = asked
  if (format === 'json') return report
  if (format === 'csv') {
    const bytes = csvLines([
      collection_columns,
      ...report.rows.map((row) => collection_columns.map((key) => row[key] ?? '')),
    ])
    const content_type = 'text/csv; charset=utf-8'
    return new AsFile({ content_type, bytes, file_name: 'collections.csv' })
  }
  const policy = await paperPolicy(caller)
  const paper = collectionsPaper(report, {
    head: await letterheadOf(caller, asked.facility_id ?? null),
    language: asked.lang ?? policy.language,
    size: 'A4',
    decimals: policy.decimals,
    verify: null,
    printed: { at: report.made_at, by: report.made_by },
    mark: null,
  })
  return new AsFile(await paperReply(paper, 'collections'))
}
