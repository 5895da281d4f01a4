// A piece of an import as the database takes it: who is new, who was there,
// and the groups they join (MSG-431, MSG-432).

import { clock } from '../../core/clock.ts'
import { row, run } from '../../store/connection.ts'
import { byDialect, raw, type Sql, sql } from '../../store/sql.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import type { ImportRow } from './imports.ts'
import { given, type Piece, type ReadImport } from './reading.ts'
import { refreshSearch } from './search-text.ts'
import { msg_contact_imports } from './tables.ts'
import type { OnExisting } from './words.ts'

interface Counts {
  created: number
  updated: number
  unchanged: number
  opted_out: number
}

export async function write(
  owner: MessagingCaller,
  made: ImportRow,
  { existing, group_ids }: ReadImport,
  piece: Piece,
  counts: Counts,
): Promise<void> {
  const { account_id, mode, hospital_id } = owner
  const at = clock.instant()
  const own = sql`c.account_id = ${account_id} and c.mode = ${mode} and c.phone = new.phone`
  const updated = existing === 'skip' ? 0 : await update(owner, piece, existing, at)
  const created = await run(
    sql`insert into msg_contacts (id, hospital_id, account_id, mode, phone, first_name, last_name,
          language, attributes, source, created_at, updated_at, version, search_text)
        select new.id, ${text(hospital_id)}, ${text(account_id)}, ${text(mode)}, new.phone,
          new.first_name, new.last_name, new.language, new.attributes, 'import', ${text(at)},
          ${text(at)}, 1, new.search_text
        from ${newRows(piece)}
        where not exists (select 1 from msg_contacts c where ${own})
        on conflict (account_id, mode, phone) do nothing`,
  )
  for (const group_id of group_ids) {
    await run(
      sql`insert into msg_group_members (group_id, contact_id, hospital_id, added_at)
          select ${text(group_id)}, c.id, ${text(hospital_id)}, ${text(at)}
          from ${newRows(piece)} cross join msg_contacts c where ${own}
          on conflict (group_id, contact_id) do nothing`,
    )
  }
  const out = await row<{ n: number }>(
    sql`select count(*) as n from ${newRows(piece)} cross join msg_opt_outs c
        where ${own} and c.lifted_at is null`,
  )
  counts.created += created
  counts.updated += updated
  counts.unchanged += piece.count - created - updated
  counts.opted_out += Number(out?.n ?? 0)
  await msg_contact_imports.change({ ...ownerOf(owner), id: made.id }, { ...counts })
}

/** PostgreSQL cannot tell the type of a value that stands alone in a select list. */
const text = (value: string): Sql =>
  byDialect({ sqlite: sql`${value}`, postgres: sql`${value}::text` })

const newRows = ({ rows: json }: Piece): Sql => sql`(
  select value ->> 0 as id, value ->> 1 as phone, value ->> 2 as first_name,
    value ->> 3 as last_name, value ->> 4 as language, value ->> 5 as attributes,
    cast(value ->> 6 as integer) as given, value ->> 7 as search_text
  from ${byDialect({
    sqlite: sql`jsonb_each(${json})`,
    postgres: sql`json_array_elements(${json}::json) as each_row (value)`,
  })}) as new`

/** `update` takes what a row gives, `fill` only where nothing was; attributes name by name. */
async function update(
  { account_id, mode }: Owner,
  piece: Piece,
  existing: Exclude<OnExisting, 'skip'>,
  at: string,
): Promise<number> {
  const value = (name: string, bit: number): Sql =>
    existing === 'fill'
      ? raw(`coalesce(old.${name}, new.${name})`)
      : raw(`case when new.given & ${bit} <> 0 then new.${name} else old.${name} end`)
  const first = value('first_name', given.first)
  const last = value('last_name', given.last)
  const language = value('language', given.language)
  const [over, under] = existing === 'fill' ? ['old', 'new'] : ['new', 'old']
  const attributes = byDialect({
    sqlite: raw(`json_patch(${under}.attributes, ${over}.attributes)`),
    postgres: raw(`(${under}.attributes::jsonb || ${over}.attributes::jsonb)::text`),
  })
  const other_attributes = byDialect({
    sqlite:
      existing === 'fill'
        ? raw(
            'json_patch(old.attributes, json_patch(new.attributes, old.attributes)) <> old.attributes',
          )
        : raw('json_patch(old.attributes, new.attributes) <> old.attributes'),
    postgres: raw(
      `(${under}.attributes::jsonb || ${over}.attributes::jsonb) <> old.attributes::jsonb`,
    ),
  })
  // In this order alone: each new row finds its contact by the index of numbers, never the reverse.
  const changed = await run(
    sql`with hit as materialized (
          select old.id, ${first} as first_name, ${last} as last_name, ${language} as language,
            ${attributes} as attributes, ${
              existing === 'fill'
                ? raw('old.search_text')
                : raw(`case when new.given & 3 = 3 then new.search_text else old.search_text end`)
            } as search_text
          from ${newRows(piece)} cross join msg_contacts old
          where old.account_id = ${account_id} and old.mode = ${mode} and old.phone = new.phone
            and (${first} is distinct from old.first_name or ${last} is distinct from old.last_name
              or ${language} is distinct from old.language or ${other_attributes})
        )
        update msg_contacts as kept set first_name = hit.first_name, last_name = hit.last_name,
          language = hit.language, attributes = hit.attributes, search_text = hit.search_text,
          updated_at = ${at}, version = kept.version + 1
        from hit where kept.id = hit.id`,
  )
  const half = existing === 'fill' ? phonesOf(piece) : piece.half_named
  if (changed > 0 && half.length > 0) await refreshSearch({ account_id, mode }, half)
  return changed
}

export const phonesOf = ({ rows: json }: Piece): string[] =>
  (JSON.parse(json) as string[][]).map(([, phone]) => phone as string)
