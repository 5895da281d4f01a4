// A report in the envelope, as a file for a sheet, or on paper: the same figures (ACC-77).

import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { facilityNames } from '../../../db/hospital/money/accounting/reports/parties.ts'
import { partsCsv } from '../../../db/hospital/money/accounting/reports/csv.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { bookPaper } from '../../../templates/books-paper.ts'
import { book_words, type BookWords } from '../../../templates/books-words.ts'
import type { Parts } from '../../../templates/books.ts'
import { AsFile } from '../../edge/answers.ts'
import { paperReply } from '../../edge/papers.ts'

interface Reported {
  footer: {
    made_at: string
    made_by: string
    locked_to: string | null
    chain_no: number
    chain_hash: string
  }
  facility_id?: string | null
}

interface Ways<T> {
  parts: (report: T, said: BookWords) => Parts
  csv?: (report: T) => string
}

export async function formatted<T extends Reported>(
  caller: Caller,
  { format = 'json', lang }: { format?: 'json' | 'csv' | 'pdf'; lang?: Language },
  name: string,
  report: T,
  { parts, csv }: Ways<T>,
): Promise<T | AsFile> {
  if (format === 'json') return report
  if (format === 'csv') {
    const bytes = csv === undefined ? partsCsv(parts(report, book_words.en).parts) : csv(report)
    const content_type = 'text/csv; charset=utf-8'
    return new AsFile({ content_type, bytes, file_name: `${name}.csv` })
  }
  const facility_id = report.facility_id ?? null
  const head = await letterheadOf(caller, facility_id)
  const language = lang ?? head.language
  const said = book_words[language]
  const branches = facility_id === null ? undefined : await facilityNames(caller)
  const { footer } = report
  const branch = branches?.get(facility_id ?? '') ?? null
  const paper = bookPaper({ ...parts(report, said), head, language, branch, footer }, said)
  return new AsFile(await paperReply(paper, name))
}
