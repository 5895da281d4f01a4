// What is set aside while rows come, and put into its place again: references, because a row may refer
// to one that follows, and indexes, because made at once for all rows they cost a tenth. What is aside
// stands in a table of its own until then, so that a process that is killed loses none.

import type { DatabaseRow, Engine } from '../../store/engines/engine.ts'
import { conflict } from '../../core/refusal.ts'
import type { Carried } from './tables.ts'

export interface Aside {
  /** Puts all of it back; throws with the first reference that leads nowhere. */
  settle(): Promise<void>
}

export const references = (engine: Engine): Promise<Aside> =>
  engine.dialect === 'sqlite' ? withoutChecks(engine) : withoutConstraints(engine)

async function withoutChecks(engine: Engine): Promise<Aside> {
  await engine.script('pragma foreign_keys=off')
  return {
    async settle() {
      const [broken] = await engine.read('select "table", parent from pragma_foreign_key_check', [])
      if (broken !== undefined) throw leadsNowhere(broken['table'], broken['parent'])
      await engine.script('pragma foreign_keys=on')
    },
  }
}

const ours = "contype = 'f' and connamespace = current_schema()::regnamespace"

/** PostgreSQL proves each constraint when it is made anew. */
async function withoutConstraints(engine: Engine): Promise<Aside> {
  await engine.script(`begin;
    create table if not exists indexes_aside (name text primary key, says text);
    create table if not exists constraints_aside (name text primary key, of_table text, says text);
    insert into constraints_aside
      select conname, conrelid::regclass::text, pg_get_constraintdef(oid)
      from pg_constraint where ${ours} on conflict do nothing;
    do $$ declare one record; begin
      for one in select conrelid::regclass::text as t,
          string_agg(format('drop constraint %I', conname), ', ') as all_of_it
          from pg_constraint where ${ours} group by conrelid loop
        execute format('alter table %s %s', one.t, one.all_of_it);
      end loop;
    end $$;
    commit`)
  return {
    async settle() {
      // Those of a try that was killed.
      await putBack(engine, 'true', [])
      const aside = await engine.read(
        `select name, of_table as "table", says from constraints_aside
         where name not in (select conname from pg_constraint where ${ours}) order by name`,
        [],
      )
      for (const all of Map.groupBy(aside, ({ table }) => table).values())
        await restore(engine, all)
      await engine.script('drop table constraints_aside; drop table indexes_aside')
    },
  }
}

/** All of a table at once: each change of a table makes the server read it anew. */
async function restore(engine: Engine, all: readonly DatabaseRow[]): Promise<void> {
  const [{ table, says } = {}] = all
  const added = all.map((one) => `add constraint ${String(one['name'])} ${String(one['says'])}`)
  try {
    await engine.script(`alter table ${String(table)} ${added.join(', ')}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
    if (all.length === 1) throw leadsNowhere(table, says)
    // Which of them it is, each alone tells.
    for (const one of all) await restore(engine, [one])
  }
}

const leadsNowhere = (table: unknown, to: unknown) =>
  conflict(
    `${String(table)} refers to a row that is not there (${String(to)}).`,
    'integrity.references',
  )

/** All but the keys, which tell rows apart. Gives back what makes them again. */
export async function indexesOf(into: Engine, { name }: Carried): Promise<() => Promise<void>> {
  if (into.dialect === 'sqlite') return () => Promise.resolve()
  const names = await into.write(async (connection) => {
    const found = await connection.all(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as says
       from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = $1::text::regclass
         and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
      [name],
    )
    for (const one of found) {
      await connection.run('insert into indexes_aside (name, says) values ($1, $2)', [
        one['name'],
        one['says'],
      ])
      await connection.run(`drop index ${String(one['name'])}`, [])
    }
    return found.map((one) => String(one['name']))
  }, 'jobs')
  return () => putBack(into, 'name = any($1)', [names])
}

const putBack = (into: Engine, which: string, values: readonly unknown[]): Promise<void> =>
  into.write(async (connection) => {
    await connection.run(`set local maintenance_work_mem = '128MB'`, [])
    const aside = await connection.all(
      `select name, says from indexes_aside where ${which} order by name`,
      values,
    )
    for (const { says } of aside) await connection.run(String(says), [])
    await connection.run(`delete from indexes_aside where ${which}`, values)
  }, 'jobs')
