// An empty database of the server that KITUO_TEST_DATABASE_URL names, for as long as a bench needs it.

export interface ServerDatabase {
  url: string
  drop(): Promise<void>
}

/** Null where no server is named. */
export async function serverDatabase(): Promise<ServerDatabase | null> {
  const server = process.env['KITUO_TEST_DATABASE_URL']
  if (server === undefined) return null
  const { default: pg } = await import('pg')
  const name = `kituo_bench_${process.pid}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    async drop() {
      await client.query(`drop database ${name} with (force)`)
      await client.end()
    },
  }
}
