// A backup of the day, proved by starting the program on it.
import assert from 'node:assert/strict'

export async function backsUp({ command }) {
  const { name } = await command('backup', 'create', '--tag', 'smoke', '--verify', 'boot')
  const proved = await command('backup', 'list', '--level', 'BOOT')
  assert.ok(
    proved.some((backup) => backup.name === name),
    `no start proved ${name}: ${JSON.stringify(proved)}`,
  )
}

/** Sequelize reads the schema here, so the bundle is proved to hold it. */
export async function databaseHolds({ kituo }) {
  const run = kituo(['database', 'check', '--data', './data'])
  assert.equal(await run.ended, 0, run.output())
  assert.match(run.output(), /schema +yes/i)
}
