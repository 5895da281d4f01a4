// RESTORE (OPS-115): the image becomes a database again, beside the live one, and is held against
// what the backup says of itself: pages, references, rows, digests, audit chain, every attachment.

import { join } from 'node:path'
import { system } from '../../core/caller.ts'
import { factsOf } from '../carry/rows.ts'
import { carriedAt } from '../carry/tables.ts'
import { clock } from '../../core/clock.ts'
import { onDatabase } from '../../store/connection.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { verify as verifyAudit } from '../../hospital/office/audit/verify.ts'
import { inTmp } from '../house/tmp.ts'
import { conflict, type Refusal } from '../../core/refusal.ts'
import { checkBackup, orDamaged, raise } from './check.ts'
import { readContainer } from './container.ts'
import type { OnPart } from './image.ts'
import { masterOf, type Repository } from './repository.ts'
import type { Masters } from './slots.ts'
import { openTarget, stage, type Target } from './stage.ts'
import type { Manifest } from './words.ts'

export interface Proof {
  name: string
  ok: boolean
  detail: string
}

export async function verifyBackup(
  { root }: Pick<Deployment, 'root'>,
  repository: Repository,
  name: string,
  masters: Masters,
  onPart: OnPart = () => undefined,
): Promise<Proof[]> {
  const manifest = await checkBackup(repository, name, masters, onPart, root)
  const reading = await readContainer(repository, name)
  try {
    return await inTmp(root, 'verify', (tmp) =>
      orDamaged(repository, name, async () => {
        // A scratch of the neutral kind: PostgreSQL's lines fit SQLite as well, and need no server.
        const target: Target = { engine: 'sqlite', file: join(tmp, 'kituo.db') }
        const master = masterOf(masters, reading.head.master)
        await stage(target, { reading, master, manifest, tmp, onPart })
        const engine = await openTarget(target)
        try {
          const proofs = await prove(engine, manifest, onPart)
          await raise(repository, name, 'RESTORE', { verified_at: clock.instant() })
          return proofs
        } finally {
          await engine.close()
        }
      }),
    )
  } finally {
    await reading.close()
  }
}

/** Stops at the first difference, with table and both values (OPS-116). */
export async function prove(engine: Engine, manifest: Manifest, onPart: OnPart): Promise<Proof[]> {
  const proofs: Proof[] = []
  const holds = (name: string, detail: string): void => void proofs.push({ name, ok: true, detail })
  if (engine.dialect === 'sqlite') {
    const [found] = await engine.read('pragma integrity_check(1)', [])
    if (found?.['integrity_check'] !== 'ok')
      throw differs(`pages: ${String(found?.['integrity_check'])}`)
    holds('pages', 'the pages fit together')
  }
  await proveReferences(engine)
  holds('references', 'every reference leads to a row')
  holds('rows', await proveTables(engine, manifest, onPart))
  holds('audit', await proveAudit(engine, manifest))
  holds('attachments', `${manifest.attachments.length} files are what they were`)
  return proofs
}

async function proveReferences(engine: Engine): Promise<void> {
  if (engine.dialect !== 'sqlite') return
  const [broken] = await engine.read(
    'select "table", rowid, parent from pragma_foreign_key_check limit 1',
    [],
  )
  if (broken === undefined) return
  const { table, rowid, parent } = broken
  throw differs(
    `${String(table)} row ${String(rowid)} refers to a row of ${String(parent)} that is not there`,
  )
}

async function proveTables(engine: Engine, manifest: Manifest, onPart: OnPart): Promise<string> {
  const tables = await carriedAt(manifest.migrations)
  const found = await engine.snapshot((connection) =>
    factsOf(connection, engine.dialect, tables, (_name, n) =>
      onPart('proving tables', n, tables.length),
    ),
  )
  let rows = 0
  for (const [name, wanted] of Object.entries(manifest.tables)) {
    const is = found[name]
    if (is === undefined) throw differs(`the table ${name} is not there`)
    for (const what of ['rows', 'greatest', 'digest'] as const) {
      if (is[what] === wanted[what]) continue
      throw differs(`${name}: ${what} ${String(is[what])}, the backup says ${String(wanted[what])}`)
    }
    rows += is.rows
  }
  return `${rows} rows in ${tables.length} tables equal the manifest`
}

async function proveAudit(engine: Engine, { audit, at }: Manifest): Promise<string> {
  return onDatabase(engine, async () => {
    let rows = 0
    for (const { hospital_id, seq, hash } of audit) {
      const result = await verifyAudit(system(hospital_id), { until: at })
      const problem = result.problems[0]
      if (problem !== undefined) throw differs(`audit: ${JSON.stringify(problem)}`)
      if (result.head_hash !== hash)
        throw differs(`audit: head ${result.head_hash}, the backup says ${hash}`)
      rows += Math.min(seq, result.rows_checked)
    }
    return `${rows} rows of the audit log follow from one another`
  })
}

const differs = (what: string): Refusal => conflict(`${what}.`, 'integrity.backup')
