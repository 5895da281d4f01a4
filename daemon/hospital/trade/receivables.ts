// What clients owe, and under which contracts (commercial 5.1).

import { list as billsOf } from '../../../db/hospital/money/billing/bills/bills.ts'
import { Bill } from '../../../db/hospital/money/billing/bills/shapes.ts'
import { list as contracts } from '../../../db/hospital/trade/clients/contracts/board.ts'
import { renew } from '../../../db/hospital/trade/clients/contracts/renew.ts'
import {
  Contract,
  ContractFilters,
  RenewContract,
} from '../../../db/hospital/trade/clients/contracts/shapes.ts'
import { setPayerNames } from '../../../db/hospital/trade/clients/payer-names.ts'
import { csvOf, list as receivables } from '../../../db/hospital/trade/clients/receivables/list.ts'
import {
  ClientBillFilters,
  Receivable,
  ReceivableFileAsked,
  ReceivableFilters,
} from '../../../db/hospital/trade/clients/receivables/shapes.ts'
import { clientRecord } from '../../../db/hospital/trade/clients/record.ts'
import { ClientOpened, PayerNames } from '../../../db/hospital/trade/clients/shapes.ts'
import { find, opened } from '../../../db/hospital/trade/clients/shown.ts'
import { send } from '../../../db/hospital/trade/clients/statements/send.ts'
import {
  SendStatement,
  StatementSent,
} from '../../../db/hospital/trade/clients/statements/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, file, list, post, put } from '../words.ts'

const record = byId(clientRecord.get)
const csv = 'text/csv; charset=utf-8'

export const door = area('receivables', [
  list('/commercial/receivables', {
    summary: 'What clients owe, by the age of the debt',
    access: 'client:statement',
    opens: 'nobody',
    filters: ReceivableFilters,
    each: Receivable,
    totals: true,
    run: ({ caller, query }) => receivables(caller, query),
  }),
  file('/commercial/receivables-file', {
    summary: 'What clients owe, for a spreadsheet',
    access: 'client:statement',
    opens: 'nobody',
    query: ReceivableFileAsked,
    content_type: csv,
    run: async ({ caller, query }) => ({
      content_type: csv,
      bytes: Buffer.from(await csvOf(caller, query)),
      file_name: 'receivables.csv',
    }),
  }),
  list('/commercial/clients/:id/bills', {
    summary: 'Bills of a client, the newest first',
    access: 'client:statement',
    opens: 'many',
    audit: 'bill.list',
    record,
    filters: ClientBillFilters,
    each: Bill,
    run({ caller, params, query: { open, ...rest } }) {
      return billsOf(caller, { ...rest, client_id: params.id, ...(open ? { due: true } : {}) })
    },
  }),
  post('/commercial/clients/:id/statement/send', {
    summary: 'Send a client what it owes',
    access: 'client:statement',
    opens: 'nobody',
    record,
    body: SendStatement,
    body_may_miss: true,
    reply: StatementSent,
    says: 'Statement sent.',
    run: ({ caller, params, body }) => send(caller, params.id, body),
  }),
  put('/commercial/clients/:id/payer-names', {
    summary: 'Say under which other names a client was billed',
    access: 'client:credit',
    opens: 'nobody',
    record,
    body: PayerNames,
    reply: ClientOpened,
    says: 'Names changed.',
    run: ({ caller, params, body }) =>
      opened(caller, setPayerNames(caller, params.id, body.payer_names)),
  }),
  list('/commercial/contracts', {
    summary: 'Contracts of clients, by the days that are left',
    access: 'client:read',
    opens: 'nobody',
    filters: ContractFilters,
    each: Contract,
    run: ({ caller, query }) => contracts(caller, query),
  }),
  post('/commercial/clients/:id/renew-contract', {
    summary: 'Renew the contract of a client',
    access: 'client:write',
    opens: 'nobody',
    record,
    body: RenewContract,
    reply: ClientOpened,
    says: 'Contract renewed.',
    async run({ caller, params, body }) {
      await renew(caller, params.id, body)
      return find(caller, params.id)
    },
  }),
])
