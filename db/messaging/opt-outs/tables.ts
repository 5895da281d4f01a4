// Who wants no messages (MSG 2.15), and the links by which people say so (MSG-453).

import { choice, code, instant, json, nullable, text, uuid } from '../../store/columns.ts'
import { stamps } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { modes } from '../caller.ts'
import { opt_out_scopes, opt_out_sources } from '../contacts/words.ts'
import { owned } from '../owned.ts'

export const msg_opt_outs = table(
  'msg_opt_outs',
  {
    ...owned,
    /** International digits without a plus; a hash once the person was forgotten (MSG-621). */
    phone: code(64),
    scope: choice(opt_out_scopes),
    source: choice(opt_out_sources),
    evidence: nullable(json<Record<string, unknown>>()),
    note: nullable(text(300)),
    lifted_at: nullable(instant()),
    lifted_by: nullable(text(160)),
    consent_note: nullable(text(200)),
    /** When the hospital was told of the wish as it stands (front office PTM-6). */
    told_at: nullable(instant()),
    ...stamps,
  },
  {
    unique: [{ columns: ['account_id', 'mode', 'phone'], only_where: 'lifted_at is null' }],
    indexes: [
      { columns: ['account_id', 'mode', 'id'] },
      { columns: ['phone'] },
      { columns: ['told_at', 'id'], only_where: 'told_at is null' },
    ],
  },
)

/** The first half of a link's token; the second is its signature and is kept nowhere. */
export const msg_opt_out_links = table(
  'msg_opt_out_links',
  {
    code: code(11),
    hospital_id: uuid(),
    account_id: uuid(),
    mode: choice(modes),
    phone: code(15),
    sender_id: code(20),
    campaign_id: nullable(uuid()),
    expires_at: instant(),
  },
  { key: ['code'], indexes: [{ columns: ['expires_at'] }] },
)
