// BOOT (OPS-115): the program itself, started on what a backup holds, in a folder of its own, asked as
// people ask it, stopped and removed. Nothing can leave that house and nothing of this one is touched.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stage, openTarget } from '../../db/appliance/backups/stage.ts'
import { manifestIn, orDamaged, raise, textOf } from '../../db/appliance/backups/check.ts'
import { readContainer } from '../../db/appliance/backups/container.ts'
import type { OnPart } from '../../db/appliance/backups/image.ts'
import { placeIdentity } from '../../db/appliance/backups/identity.ts'
import { masterOf, type Repository } from '../../db/appliance/backups/repository.ts'
import type { Masters } from '../../db/appliance/backups/slots.ts'
import { type Proof, verifyBackup } from '../../db/appliance/backups/verify.ts'
import { packaged } from '../../db/core/assets.ts'
import { clock } from '../../db/core/clock.ts'
import { onDatabase, within } from '../../db/store/connection.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import {
  databaseFile,
  finishGeneration,
  makeGenerationFolder,
  makeLive,
} from '../../db/appliance/deployment/generation.ts'
import { makeRoot } from '../../db/appliance/deployment/root.ts'
import { schemaNumber } from '../../db/appliance/deployment/schema.ts'
import * as sessions from '../../db/hospital/office/access/sign-in/sessions.ts'
import { users } from '../../db/hospital/office/access/tables.ts'
import { newId } from '../../db/core/ids.ts'
import { migrate } from '../../db/store/migrate.ts'
import { admit } from '../../db/store/files/place.ts'
import { settleHere } from '../../db/appliance/house/machines.ts'
import { holdAll } from '../../db/appliance/outbound/holds.ts'
import { theDeployment } from '../../db/appliance/timetable/terms.ts'
import type { Root } from '../../db/appliance/deployment/root.ts'
import { inTmp } from '../../db/appliance/house/tmp.ts'
import { conflict } from '../../db/core/refusal.ts'
import { orStopped } from '../../db/store/engines/stopping.ts'
import { hospital_doors } from '../hospital/areas.ts'
import { keepReport } from './drill-report.ts'
import { routeIndexOf } from '../edge/route-index.ts'

export interface Drill {
  backup: string
  at: string
  level: 'BOOT'
  took_ms: number
  checks: Proof[]
  by: string
  /** The folder of the house that was made of it, where it was to stay. */
  kept_in: string | null
  /** The file that holds its paper. */
  report: string
}

const reads_wanted = 30

interface Drilling {
  masters: Masters
  by: string
  keep?: boolean
  onPart?: OnPart
}

export async function drillBackup(
  deployment: Deployment,
  repository: Repository,
  name: string,
  { masters, by, keep = false, onPart = () => undefined }: Drilling,
): Promise<Drill> {
  const began = performance.now()
  const checks = await verifyBackup(deployment, repository, name, masters, onPart)
  const { root } = deployment
  return inDrill(root, keep, async (dir, kept_in) => {
    await orDamaged(repository, name, async () => {
      const token = await lay(dir, repository, name, masters, onPart)
      onPart('starting it', 0, 1)
      checks.push(...(await asked(dir, token, onPart)))
    })
    const drill = {
      backup: name,
      at: clock.instant(),
      level: 'BOOT' as const,
      took_ms: Math.round(performance.now() - began),
      checks,
      by,
    }
    await raise(repository, name, 'BOOT', { drilled_at: drill.at })
    const report = await keepReport(repository, drill)
    return { ...drill, kept_in, report }
  })
}

/** For as long as it takes; one that is to be looked at stays, unless it failed. */
async function inDrill<T>(
  root: Pick<Root, 'dir'>,
  keep: boolean,
  work: (dir: string, kept_in: string | null) => Promise<T>,
): Promise<T> {
  if (!keep) return inTmp(root, 'drill', (dir) => work(dir, null))
  const dir = join(root.dir, 'cache', `drill-${newId().slice(-12)}`)
  try {
    return await work(dir, dir)
  } catch (error) {
    rmSync(dir, { recursive: true, force: true })
    throw error
  }
}

/** A data root of its own, made of the backup alone; answers a token to ask it with. */
async function lay(
  dir: string,
  repository: Repository,
  name: string,
  masters: Masters,
  onPart: OnPart,
): Promise<string> {
  const reading = await readContainer(repository, name)
  try {
    const master = masterOf(masters, reading.head.master)
    const manifest = await manifestIn(reading, master)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const about = { dir, format: 1, deployment_id: '', created_at: '' } as const
    placeIdentity(about, await textOf(reading.section('identity', master)))
    const root = makeRoot(dir)
    writeFileSync(join(dir, 'secrets.toml'), await textOf(reading.section('secrets', master)), {
      mode: 0o600,
    })
    writeFileSync(join(dir, 'kituo.toml'), settings(dir))
    makeGenerationFolder(root, 1)
    const target = { engine: 'sqlite', file: databaseFile(root, 1) } as const
    await stage(target, { reading, master, manifest, tmp: join(dir, 'tmp'), onPart })
    const engine = await openTarget(target)
    try {
      return await onDatabase(engine, async () => {
        await migrate()
        finishGeneration(root, {
          number: 1,
          made_by: 'restore',
          engine: 'sqlite',
          schema: schemaNumber(manifest.migrations.at(-1)),
          parent: null,
          at: clock.instant(),
        })
        makeLive(root, 1)
        return within(async () => {
          await holdAll('a drill', 'restored')
          await settleHere()
          const { id, store } = await theDeployment()
          admit(store ?? id, join(dir, 'attachments'))
          return administrator()
        })
      })
    } finally {
      await engine.close()
    }
  } finally {
    await reading.close()
  }
}

/** Nothing leaves it, nobody finds it, and it makes no backups of its own. */
const settings = (dir: string): string => `listen = ["127.0.0.1:0"]
control.dir = ${JSON.stringify(join(dir, 'run'))}
[outbound]
enabled = false
[timetable]
enabled = false
[disk]
read_only = "1MiB"
refuse_uploads = "1MiB"
warn = "1MiB"
[backup]
hourly = false
repositories = [{ name = "none", path = ${JSON.stringify(join(dir, 'backups'))} }]
[log]
format = "json"
`

/** A session in the copy, of somebody who may see the most. */
async function administrator(): Promise<string> {
  const found = await users.allAnywhere({ kind: 'STAFF', status: 'ACTIVE' }, { limit: 200 })
  const { heldBy } = await import('../../db/hospital/office/access/roles/permissions.ts')
  let best: { user: (typeof found)[number]; codes: number } | null = null
  for (const user of found) {
    const { codes } = await heldBy(user.hospital_id, user.id)
    if (best === null || codes.length > best.codes) best = { user, codes: codes.length }
  }
  if (best === null) throw conflict('Nobody in this backup could sign in.', 'integrity.backup')
  const { user } = best
  await users.change(
    { id: user.id, hospital_id: user.hospital_id },
    { must_change_password: false },
  )
  const facts = { ip: null, user_agent: 'drill' }
  const { tokens } = await sessions.open({ user, method: 'PASSWORD', facts, max_days: 1 })
  return tokens.access_token
}

/** The last one is where the packaged program unpacks its database driver: the user may have no home. */
const handed_on = ['PATH', 'HOME', 'TZ', 'PKG_NATIVE_CACHE_PATH']

async function asked(dir: string, token: string, onPart: OnPart): Promise<Proof[]> {
  const program = packaged ? [] : ['--no-warnings', join(import.meta.dirname, '../../bin/kituo.ts')]
  const child = spawn(
    process.execPath,
    [...program, 'serve', '--data', dir, '--config', join(dir, 'kituo.toml'), '--allow-root'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: Object.fromEntries(handed_on.map((name) => [name, process.env[name]])),
    },
  )
  const ended = once(child, 'exit')
  try {
    return await orStopped(walkThrough())
  } finally {
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
  }

  async function walkThrough(): Promise<Proof[]> {
    const url = await readyAt(child)
    const proofs: Proof[] = [{ name: 'boot', ok: true, detail: 'the program is READY on it' }]
    proofs.push(await read(url, token, onPart), await paper(url, token))
    child.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) throw conflict(`It ended with ${String(code)}.`, 'integrity.backup')
    proofs.push({ name: 'stop', ok: true, detail: 'it ends cleanly' })
    return proofs
  }
}

const patience_ms = 60_000

function readyAt(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const stop = (why: string): void =>
      reject(conflict(`It does not start: ${why.slice(-300)}`, 'integrity.backup'))
    const late = setTimeout(() => stop('it took more than a minute'), patience_ms)
    const hear = (piece: Buffer): void => {
      said += piece.toString()
      const url = /"msg":"ready".*?"address":"(?<url>[^" ]+)/.exec(said)?.groups?.['url']
      if (url === undefined) return
      clearTimeout(late)
      resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => {
      clearTimeout(late)
      stop(said)
    })
  })
}

/** Lists of every area: what answers is read, what is switched off or not permitted is passed over. */
async function read(url: string, token: string, onPart: OnPart): Promise<Proof> {
  const paths = [...new Set([...routeIndexOf(hospital_doors).values()].flat())]
    .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    .map(({ path }) => (path.startsWith('/api/') ? path : `/api/v1${path}`))
    .filter((path) => !/stream|events|export|\/displays?\//.test(path))
    .sort()
  let answered = 0
  for (const path of ['/api/v1/ready', '/api/v1/auth/me', ...paths]) {
    if (answered >= reads_wanted) break
    onPart('asking it', answered, reads_wanted)
    const { status } = await ask(url, token, path)
    if (status >= 500) throw conflict(`GET ${path} answers ${status}.`, 'integrity.backup')
    if (status === 200) answered += 1
  }
  if (answered < 10) throw conflict(`Only ${answered} lists answer.`, 'integrity.backup')
  return { name: 'reads', ok: true, detail: `${answered} lists answer` }
}

async function paper(url: string, token: string): Promise<Proof> {
  const first = async (path: string): Promise<string | undefined> => {
    const { status, body } = await ask(url, token, path)
    if (status !== 200) return undefined
    const { data } = JSON.parse(body.toString('utf8')) as { data: { id: string }[] | null }
    return Array.isArray(data) ? data[0]?.id : undefined
  }
  const patient = await first('/api/v1/patients?limit=1')
  if (patient === undefined) {
    return { name: 'paper', ok: true, detail: 'no patient yet whose paper could be made' }
  }
  const made = await ask(url, token, `/api/v1/patients/${patient}/card`)
  if (made.status !== 200 || made.body.toString('latin1', 0, 5) !== '%PDF-') {
    throw conflict(`A patient's card answers ${made.status} and is no PDF.`, 'integrity.backup')
  }
  return { name: 'paper', ok: true, detail: `a card of ${made.body.length} bytes` }
}

async function ask(url: string, token: string, path: string) {
  const answer = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}
