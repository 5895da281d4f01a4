// Who wants no messages (MSG 2.15).

import { choice, code, instant, json, maybe, text } from '../../columns.ts'
import { stamps } from '../../stamps.ts'
import { table } from '../../table.ts'
import { owned } from '../owned.ts'
import { opt_out_scopes, opt_out_sources } from './words.ts'

export const msg_opt_outs = table(
  'msg_opt_outs',
  {
    ...owned,
    /** International digits without a plus; a hash once the person was forgotten (MSG-621). */
    phone: code(64),
    scope: choice(opt_out_scopes),
    source: choice(opt_out_sources),
    evidence: maybe(json<Record<string, unknown>>()),
    note: maybe(text(300)),
    lifted_at: maybe(instant()),
    lifted_by: maybe(text(160)),
    consent_note: maybe(text(200)),
    ...stamps,
  },
  {
    unique: [{ columns: ['account_id', 'mode', 'phone'], only_where: 'lifted_at is null' }],
    indexes: [{ columns: ['account_id', 'mode', 'id'] }, { columns: ['phone'] }],
  },
)
