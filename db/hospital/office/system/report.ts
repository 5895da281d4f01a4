// The state of the system on one page (platform 2.18), as it is at this moment.

import { backupsStand } from '../../../appliance/backups/state.ts'
import { openedDeployment } from '../../../appliance/deployment/deployment.ts'
import type { Caller } from '../../../core/caller.ts'
import { dialect, row } from '../../../store/connection.ts'
import { deployment } from '../../../appliance/deployment/kind.ts'
import { schemaIn } from '../../../appliance/deployment/schema.ts'
import { startedAt, uptimeS } from '../../../appliance/health.ts'
import { licenceNow } from '../../neighbours/licence.ts'
import { migrationState } from '../../../store/migrate.ts'
import { sql } from '../../../store/sql.ts'
import * as daemons from '../../../appliance/timetable/daemons.ts'
import { deployment as deployments } from '../../../appliance/timetable/tables.ts'
import { version } from '../../../core/version.ts'
import {
  clockDrift,
  databaseSize,
  deploymentChecks,
  diskRoom,
  type Found,
  hospitalChecks,
  lastProof,
  mailFacts,
  type Probes,
} from './checks.ts'
import type { SystemReport } from './shapes.ts'
import type { CheckName, CheckState } from './words.ts'

export async function report(caller: Caller, probes: Probes): Promise<SystemReport> {
  const { hospital_id } = caller
  const checks = [...(await deploymentChecks(probes)), ...(await hospitalChecks(hospital_id))]
  const [size, room, drift_ms, queue, mail, proof, schema, install, seen, head] = await Promise.all(
    [
      databaseSize(),
      diskRoom(),
      clockDrift(),
      queues(hospital_id),
      mailFacts(hospital_id),
      lastProof(hospital_id),
      migrationState(),
      deployments.findAnywhere({}),
      daemons.list(),
      row<{ seq: number }>(sql`select seq from audit_heads where hospital_id = ${hospital_id}`),
    ],
  )
  return {
    version,
    node: process.version,
    uptime_s: uptimeS(),
    started_at: startedAt(),
    deployment: deployment(),
    install_id: install?.id ?? null,
    daemons: seen.map(({ host, id, seen_at }) => ({
      name: `${host} ${id.slice(-12)}`.slice(0, 160),
      seen_at,
    })),
    database: {
      kind: dialect(),
      size_mb: mb(size.bytes),
      wal_mb: size.log_bytes === null ? null : mb(size.log_bytes),
      migrations: schemaIn(schema),
      last_check: null,
    },
    disk:
      room === null
        ? null
        : {
            path: room.path,
            free_mb: mb(room.free),
            total_mb: mb(room.total),
            state: stateOf(checks, 'disk'),
          },
    queue,
    backup: await backups(),
    clock: { drift_ms, state: stateOf(checks, 'clock') },
    mail: { ...mail, state: stateOf(checks, 'mail') },
    messaging: null,
    scanner: {
      configured: (await probes.scanner()) !== null,
      state: stateOf(checks, 'scanner'),
    },
    device_ca: null,
    audit: {
      last_seq: Number(head?.seq ?? 0),
      last_verified_at: proof?.at ?? null,
      state: stateOf(checks, 'audit'),
    },
    licence: await licenceNow({ hospital_id }),
    checks,
  }
}

const stateOf = (checks: readonly Found[], name: CheckName): CheckState =>
  checks.find((check) => check.name === name)?.state ?? 'OK'

/** What waits of this hospital's. */
async function queues(hospital_id: string): Promise<SystemReport['queue']> {
  const outbox = await row<{ n: number }>(
    sql`select count(*) as n from outbox_messages where hospital_id = ${hospital_id} and status in ('QUEUED', 'HELD')`,
  )
  const jobs = await row<{ n: number }>(
    sql`select count(*) as n from jobs where hospital_id = ${hospital_id} and status in ('QUEUED', 'RUNNING')`,
  )
  return { outbox: Number(outbox?.n ?? 0), jobs: Number(jobs?.n ?? 0), webhooks: null }
}

async function backups(): Promise<SystemReport['backup']> {
  const deployment = openedDeployment()
  if (deployment === null) return null
  const { last_at, last_bytes, state } = await backupsStand(deployment)
  return { last_at, last_size_mb: last_bytes === null ? null : mb(last_bytes), state }
}

const mb = (bytes: number): number => Math.round(bytes / 1024 ** 2)
