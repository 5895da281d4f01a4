import { command, done, yes } from './command.ts'
import { lines } from './page.ts'

export const versionOf = command('version', {
  says: 'Prints the version of this program, its runtime and the newest schema it knows.',
  class: 'L',
  permission: null,
  flags: { components: yes('also the libraries it is made of') },
  examples: ['kituo version', 'kituo version --components --json'],
  run: async ({ flags: { components } }) => {
    const { version } = await import('../db/version.ts')
    const { packaged } = await import('../db/assets.ts')
    const { known_schema } = await import('../db/deployment/schema.ts')
    const { driverVersion } = await import('../db/engines/driver.ts')
    return done(`kituo ${version}`, {
      version,
      packaged,
      runtime: process.version,
      platform: `${process.platform}-${process.arch}`,
      sqlite: driverVersion(),
      latest_schema: known_schema,
      ...(components ? { components: await dependencies() } : {}),
    })
  },
  view: ({ components, ...rest }, page) =>
    lines([...Object.entries(rest), ...Object.entries(components ?? {})], page),
})

export const commands = [versionOf]

async function dependencies(): Promise<Record<string, string>> {
  const { asset } = await import('../db/assets.ts')
  const about = JSON.parse(asset('package.json').toString('utf8')) as {
    dependencies: Record<string, string>
  }
  return about.dependencies
}
