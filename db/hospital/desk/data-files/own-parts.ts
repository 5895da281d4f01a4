// A patient's own copy holds what the portal shows of the record, page by page (POR-7, POR-20): nothing
// that waits to be released, and no note that is not meant for the patient.

import type { Caller } from '../../../core/caller.ts'
import type { Page, PageAsked } from '../../../store/pages.ts'
import * as appointments from '../portal/appointments.ts'
import * as documents from '../portal/documents.ts'
import * as money from '../portal/money.ts'
import { immunisations, pregnancy } from '../portal/motherhood.ts'
import * as notices from '../portal/notices.ts'
import * as threads from '../portal/own-threads.ts'
import * as record from '../portal/record.ts'
import type { Written } from './making.ts'

const at_once = 100

async function allOf<T>(read: (asked: PageAsked) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = await read({ page, per_page: at_once })
    found.push(...rows)
    if (rows.length < at_once) return found
  }
}

const lists: Readonly<
  Record<string, (caller: Caller, asked: PageAsked) => Promise<Page<{ id: string }>>>
> = {
  visits: record.visits,
  prescriptions: record.prescriptions,
  appointments: appointments.list,
  bills: money.bills,
  payments: money.payments,
  documents: documents.list,
  notifications: notices.list,
}

export async function* ownParts(house: Caller, patient_id: string): AsyncGenerator<Written> {
  const caller: Caller = { ...house, kind: 'PATIENT', patient_id }
  yield { name: 'profile', content: await record.me(caller), rows: 1 }
  for (const [name, list] of Object.entries(lists)) {
    const content = await allOf((asked) => list(caller, asked))
    yield { name, content, rows: content.length }
  }
  const results = await eachOf(await allOf((asked) => record.results(caller, asked)), (id) =>
    record.result(caller, id),
  )
  yield { name: 'results', content: results, rows: results.length }
  const letters = await eachOf(await allOf((asked) => threads.list(caller, asked)), (id) =>
    threads.find(caller, id),
  )
  yield { name: 'messages', content: letters, rows: letters.length }
  const vaccines = await immunisations(caller)
  yield { name: 'immunisations', content: vaccines, rows: vaccines.given.length }
  const card = await pregnancy(caller)
  yield { name: 'pregnancy', content: card, rows: card === null ? 0 : 1 }
}

async function eachOf<T>(
  found: readonly { id: string }[],
  read: (id: string) => Promise<T>,
): Promise<T[]> {
  const whole: T[] = []
  for (const { id } of found) whole.push(await read(id))
  return whole
}
