// The house's own rules, read from its import lines (docs/ARCHITECTURE.md). One mechanism, no copy.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import t from 'tap'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { brings } from '../db/hospital/areas.ts'
import { areas, wings } from '../db/hospital/wings.ts'
import { areas as messaging_areas } from '../db/messaging/areas.ts'
import { drawnLists } from '../scripts/wings.ts'

const root = join(import.meta.dirname, '..')
const rooms = ['bin', 'cli', 'tui', 'daemon', 'db', 'templates'] as const

/** Who may import whom. */
const arrows: Record<string, readonly string[]> = {
  bin: ['cli'],
  cli: ['db', 'templates', 'tui', 'daemon'],
  tui: ['db'],
  daemon: ['db', 'templates'],
  templates: ['db'],
  db: [],
}

/** A package belongs to one room; this keeps HTTP out of rules and SQL out of doors. */
const owners: Record<string, RegExp> = {
  fastify: /^daemon\//,
  '@fastify/multipart': /^daemon\//,
  '@jsquash/jpeg': /^daemon\/work\/pictures\//,
  '@jsquash/png': /^daemon\/work\/pictures\//,
  nodemailer: /^daemon\//,
  undici: /^daemon\//,
  'node-cron': /^daemon\//,
  sequelize: /^db\/store\//,
  sqlite3: /^db\/(store|appliance)\//,
  pg: /^db\/(store|appliance)\//,
  umzug: /^db\/store\//,
  ajv: /^db\/core\//,
  typebox: /^db\/core\/kinds\//,
  commander: /^cli\//,
  ink: /^tui\//,
  react: /^tui\//,
  uqr: /^db\/core\/qr\.ts$/,
  pdfkit: /^templates\//,
  fontkit: /^templates\//,
  '@peculiar/x509': /^db\/(hospital\/office\/devices|appliance\/pki)\//,
}

/** The command line starts the daemon from these alone; everything else of cli leaves it alone. */
const starts_daemon = /^cli\/(main|serve\/[\w-]+|frame\/(api|hands)|messaging\/hands)\.ts$/

interface Import {
  file: string
  from: string
}

const files = rooms.flatMap((room) => walk(join(root, room))).map((file) => relative(root, file))
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const imports: Import[] = files.flatMap((file) =>
  [
    ...(sources.get(file) ?? '').matchAll(
      /(?:^|\n)\s*(?:import|export)[^'\n]*?(?:\{[^}]*\}[^'\n]*)?from '([^']+)'|import\('([^']+)'\)|(?:^|\n)import '([^']+)'/g,
    ),
  ].map(([, a, b, c]) => ({ file, from: a ?? b ?? c ?? '' })),
)

t.test('house: imports follow the arrows', async (t) => {
  t.ok(files.length > 40, 'the house is read')
  for (const { file, from } of imports.filter((one) => one.from.startsWith('.'))) {
    const [own = ''] = file.split('/')
    const [other = ''] = normalize(join(dirname(file), from)).split('/')
    if (own === other || other === '..' || other === 'package.json') continue
    t.ok(
      arrows[own]?.includes(other),
      `${file} imports ${from}: ${own} may import ${arrows[own]?.join(', ') || 'nothing of ours'}`,
    )
    if (other === 'daemon' && own === 'cli')
      t.match(file, starts_daemon, `${file} may not import the daemon`)
  }
})

t.test('house: packages stay in their rooms', async (t) => {
  for (const { file, from } of imports.filter(
    (one) => !one.from.startsWith('.') && !one.from.startsWith('node:'),
  )) {
    const name = from.startsWith('@')
      ? from.split('/').slice(0, 2).join('/')
      : (from.split('/')[0] ?? '')
    const owner = owners[name]
    if (owner !== undefined)
      t.match(file, owner, `${file} imports ${name}, which belongs to ${owner}`)
  }
})

/** Where a path of the hospital lies: `db/hospital/<wing>/<area>/…`; neighbours stand beside the wings. */
function whereabouts(path: string): { wing?: string; area?: string } {
  const [, wing, area] = /^db\/hospital\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? []
  if (wing === undefined) return {}
  return wing === 'neighbours' ? { area: wing } : { wing, ...(area !== undefined && { area }) }
}

/** Which wing of `db/` may lean on which. What names all of them, `db/tables.ts`, stands at the door. */
const leans: Record<string, readonly string[]> = {
  core: [],
  store: ['core'],
  messaging: ['core', 'store'],
  hospital: ['core', 'store', 'messaging'],
  appliance: ['core', 'store', 'messaging', 'hospital'],
}

/** What the rooms beneath the appliance ask of it all the same. This list only shrinks. */
const beneath_appliance = new Set([
  'core → db/store/table.ts',
  'hospital → db/tables.ts',
  'appliance → db/tables.ts',
  'hospital → db/appliance/backups/create.ts',
  'hospital → db/appliance/backups/keys.ts',
  'hospital → db/appliance/backups/list.ts',
  'hospital → db/appliance/backups/state.ts',
  'hospital → db/appliance/backups/verify.ts',
  'hospital → db/appliance/deployment/deployment.ts',
  'hospital → db/appliance/deployment/kind.ts',
  'hospital → db/appliance/deployment/schema.ts',
  'hospital → db/appliance/health.ts',
  'hospital → db/appliance/house/machines.ts',
  'hospital → db/appliance/outbound/holds.ts',
  'hospital → db/appliance/outbound/words.ts',
  'hospital → db/appliance/pki/client-certificate.ts',
  'hospital → db/appliance/pki/keys.ts',
  'hospital → db/appliance/pki/making.ts',
  'hospital → db/appliance/pki/revoked-list.ts',
  'hospital → db/appliance/secrets/identity.ts',
  'hospital → db/appliance/secrets/licence-keys.ts',
  'hospital → db/appliance/secrets/seal.ts',
  'hospital → db/appliance/timetable/clock-guard.ts',
  'hospital → db/appliance/timetable/daemons.ts',
  'hospital → db/appliance/timetable/job.ts',
  'hospital → db/appliance/timetable/runs.ts',
  'hospital → db/appliance/timetable/tables.ts',
  'messaging → db/appliance/outbound/holds.ts',
  'messaging → db/appliance/secrets/seal.ts',
  'store → db/appliance/secrets/seal.ts',
])

t.test('house: wings of db lean one way', async (t) => {
  const crossed = new Set<string>()
  for (const { file, from } of imports.filter(
    (one) => /^db\/[^/]+\//.test(one.file) && one.from.startsWith('.'),
  )) {
    const own = file.split('/')[1] ?? ''
    const target = normalize(join(dirname(file), from))
    const other = target.split('/')[1] ?? ''
    if (own === other) continue
    const line = `${own} → ${target}`
    if (beneath_appliance.has(line)) crossed.add(line)
    else
      t.ok(
        leans[own]?.includes(other),
        `${file} imports ${target}: ${own} may not lean on ${other}`,
      )
  }
  t.same(
    [...beneath_appliance].filter((line) => !crossed.has(line)),
    [],
    'strike these: nobody asks',
  )
})

// ALL-28
t.test('house: an area leans only on those above it, and never on another’s tables', async (t) => {
  const place = (area: string): number => (areas as readonly string[]).indexOf(area)
  for (const { file, from } of imports.filter(
    (one) => whereabouts(one.file).area !== undefined && one.from.startsWith('.'),
  )) {
    const { area: own = '' } = whereabouts(file)
    const target = normalize(join(dirname(file), from))
    const { area: other } = whereabouts(target)
    if (other === undefined || other === own) continue
    t.ok(place(own) >= 0, `the areas of its wing name ${own}`)
    const is_data = /\/(words|permits|brings|shapes|[a-z-]*-shapes|default-roles)\.ts$/.test(target)
    t.ok(
      place(other) < place(own) || is_data,
      `${file} imports ${from}: ${other} does not stand above ${own}`,
    )
  }
})

t.test('house: the messaging rooms know nothing of the hospital', async (t) => {
  for (const { file, from } of imports.filter((one) => one.file.startsWith('db/messaging/'))) {
    t.notMatch(normalize(join(dirname(file), from)), /^db\/hospital\//, file)
  }
})

t.test('house: a messaging area leans only on those above it', async (t) => {
  const place = (area: string): number => (messaging_areas as readonly string[]).indexOf(area)
  for (const { file, from } of imports.filter(
    (one) => /^db\/messaging\/[^/]+\//.test(one.file) && one.from.startsWith('.'),
  )) {
    const own = file.split('/')[2] ?? ''
    const target = normalize(join(dirname(file), from))
    const other = /^db\/messaging\/([^/]+)\//.exec(target)?.[1]
    t.ok(place(own) >= 0, `db/messaging/areas.ts names ${own}`)
    if (other === undefined || other === own || /\/(words|shapes)\.ts$/.test(target)) continue
    t.ok(place(other) < place(own), `${file} imports ${from}: ${other} does not stand above ${own}`)
    t.notMatch(target, /\/tables\.ts$/, `${file} imports the tables of ${other}`)
  }
})

t.test('house: the hospital speaks to messaging through the doors made for it', async (t) => {
  for (const { file, from } of imports.filter((one) => one.file.startsWith('db/hospital/'))) {
    const target = normalize(join(dirname(file), from))
    if (!/^db\/messaging\/[^/]+\//.test(target) || target.endsWith('/words.ts')) continue
    t.match(target, /^db\/messaging\/(messages\/|(opt-outs|whatsapp)\/hospital\.ts$)/, file)
  }
})

t.test('house: lists are complete', async (t) => {
  const folders = (path: string): string[] =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  t.same(folders('db/hospital').toSorted(), ['neighbours', ...Object.keys(wings)].toSorted())
  for (const [wing, names] of Object.entries(wings))
    t.same(folders(`db/hospital/${wing}`).toSorted(), [...names].toSorted(), `the areas of ${wing}`)
  t.equal(
    new Set(hospital_doors.map(({ area }) => area)).size,
    hospital_doors.length,
    'an area has one door',
  )
  t.equal(new Set(brings.map(({ area }) => area)).size, brings.length, 'an area brings once')
})

t.test('house: the lists of each wing are what its folders hold', async (t) => {
  const lists = drawnLists()
  t.equal(lists.size, 4 * Object.keys(wings).length)
  for (const [path, text] of lists)
    t.equal(readFileSync(join(root, path), 'utf8'), text, `${path}: npm run draw`)
})

t.test('house: areas are brought in one place, with the way to tell people', async (t) => {
  for (const { file, from } of imports.filter((one) => one.from.endsWith('/registry.ts'))) {
    if (file === 'db/hospital/start.ts') continue
    const names = new RegExp(`\\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'`).exec(
      sources.get(file) ?? '',
    )?.[1]
    t.notMatch(names, /\bbring\b/, `${file} calls bringAreas of db/hospital/start.ts`)
  }
  for (const file of [
    'daemon/main.ts',
    'cli/frame/run.ts',
    'cli/serve/house-data.ts',
    'cli/set-up/set-up.ts',
  ]) {
    t.match(sources.get(file), /\bbringAreas\(\)/, file)
  }
})

t.test('house: files have names and shapes that read well', async (t) => {
  for (const file of files) {
    const text = sources.get(file) ?? ''
    t.match(basename(file), /^[a-z0-9]+(-[a-z0-9]+)*\.(ts|tsx|mjs)$/, `${file} is in kebab-case`)
    t.not(basename(file), 'index.ts', `${file}: name it for what it holds`)
    t.notMatch(text, /^export default/m, `${file} exports by name`)
    t.notMatch(text, /\b(TODO|FIXME|XXX|HACK)\b/, `${file} is finished`)
    const longest = Math.max(...text.split('\n').map((line) => line.length))
    if (!/(migrations|data|countries|texts)/.test(file))
      t.ok(longest <= 220, `${file} has a line of ${longest}`)
  }
})

t.test(
  'house: a fault that nobody caught ends the process, it never goes on (OPS-13)',
  async (t) => {
    // The screens put the terminal back, and end.
    for (const [file, text] of sources)
      if (!file.startsWith('tui/'))
        t.notMatch(text, /uncaughtException|unhandledRejection|setUncaughtExceptionCapture/, file)
  },
)

t.test('house: time comes from the clock alone', async (t) => {
  for (const [file, text] of sources) {
    if (file === 'db/core/clock.ts' || file.startsWith('bin/') || file.startsWith('tui/')) continue
    // Programs for other houses to copy: they have the clock of their own language.
    if (file === 'db/messaging/guide/verifying.ts') continue
    t.notMatch(text, /\bDate\.now\(\)|new Date\(\)/, `${file} asks clock.now()`)
  }
})

function walk(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      if (statSync(path).isDirectory()) return walk(path)
      return /\.(ts|tsx)$/.test(name) ? [path] : []
    })
  } catch {
    return []
  }
}
