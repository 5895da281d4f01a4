// Papers of stores, set in the hospital's style.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { sheetOnPaper, varianceOnPaper } from '../../../db/hospital/goods/stock/papers/count.ts'
import { disposalOnPaper } from '../../../db/hospital/goods/stock/papers/disposal.ts'
import { recallOnPaper } from '../../../db/hospital/goods/stock/papers/recall.ts'
import { requisitionOnPaper } from '../../../db/hospital/goods/stock/papers/requisition.ts'
import type {
  CountPaperAsked,
  RequisitionPaperAsked,
} from '../../../db/hospital/goods/stock/papers/shapes.ts'
import { transferOnPaper } from '../../../db/hospital/goods/stock/papers/transfer.ts'
import { registerOf } from '../../../db/hospital/goods/stock/register/read.ts'
import type { RegisterPrinted } from '../../../db/hospital/goods/stock/register/shapes.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { registerPaper } from '../../../templates/controlled-register.ts'
import { countReport, countSheet } from '../../../templates/count-papers.ts'
import { disposalPaper } from '../../../templates/disposal-certificate.ts'
import type { GoodsPaper } from '../../../templates/goods-frame.ts'
import { recallReport } from '../../../templates/recall-report.ts'
import { issueVoucher, requisitionPaper } from '../../../templates/requisition-papers.ts'
import { transferPaper } from '../../../templates/transfer-note.ts'
import { words } from '../../../templates/words.ts'
import { paperReply } from '../../edge/papers.ts'
import type { FileReply } from '../../edge/send-file.ts'
import { type At, moneyReply } from '../money/money-papers.ts'

interface Asked {
  lang?: Language
}

async function frameOf(
  caller: Caller,
  facility_id: string | null,
  lang: Language | undefined,
  status?: string,
): Promise<GoodsPaper> {
  const head = await letterheadOf(caller, facility_id)
  const language = lang ?? head.language
  return {
    head,
    language,
    printed: { at: clock.instant(), by: caller.name },
    mark: markOf(language, status),
  }
}

/** What is not sent or approved is a draft; what was given up says so. */
function markOf(language: Language, status: string | undefined): string | null {
  const { draft, cancelled } = words[language]
  if (status === 'DRAFT' || status === 'SUBMITTED' || status === 'REJECTED') return draft
  return status === 'CANCELLED' ? cancelled : null
}

export async function printRegister(caller: Caller, asked: RegisterPrinted): Promise<FileReply> {
  const found = await registerOf(caller, asked)
  const frame = await frameOf(caller, found.facility_id, asked.lang)
  return paperReply(registerPaper({ ...found, ...frame }), `register-${found.product}`)
}

export async function printTransfer(
  caller: Caller,
  id: string,
  { lang }: Asked,
): Promise<FileReply> {
  const found = await transferOnPaper(caller, id)
  const frame = await frameOf(caller, found.facility_id, lang, found.status)
  return paperReply(transferPaper({ ...found, ...frame }))
}

/** The voucher as soon as something is issued, else what is asked for. */
export async function printRequisition(
  caller: Caller,
  id: string,
  { kind, lang }: RequisitionPaperAsked,
): Promise<FileReply> {
  const found = await requisitionOnPaper(caller, id)
  const frame = await frameOf(caller, found.facility_id, lang, found.status)
  const is_issued = found.lines.some(({ issued }) => issued > 0)
  const paper =
    kind === 'issue' || (kind === undefined && is_issued) ? issueVoucher : requisitionPaper
  return paperReply(paper({ ...found, ...frame }))
}

export async function printCount(
  caller: Caller,
  id: string,
  { kind = 'sheet', lang }: CountPaperAsked,
): Promise<FileReply> {
  if (kind === 'variance') {
    const found = await varianceOnPaper(caller, id)
    return paperReply(
      countReport({ ...found, ...(await frameOf(caller, found.facility_id, lang)) }),
    )
  }
  const found = await sheetOnPaper(caller, id)
  return paperReply(countSheet({ ...found, ...(await frameOf(caller, found.facility_id, lang)) }))
}

export async function printDisposal(
  caller: Caller,
  at: At,
  id: string,
  { lang }: Asked,
): Promise<FileReply> {
  const { disposal, owner, facts } = await disposalOnPaper(caller, id, lang)
  const { number, status } = disposal
  const mark = status === 'CANCELLED' ? 'cancelled' : status === 'DESTROYED' ? null : 'draft'
  const printing = {
    kind: 'disposal_certificate',
    entity_id: id,
    number,
    owner,
    size: 'A4',
    mark,
  } as const
  return moneyReply(caller, at, printing, (paper) => disposalPaper({ ...paper, ...facts }))
}

export async function printRecall(caller: Caller, id: string, { lang }: Asked): Promise<FileReply> {
  const found = await recallOnPaper(caller, id)
  return paperReply(recallReport({ ...found, ...(await frameOf(caller, null, lang)) }))
}
