// What is due and what ran. These belong to the deployment: `place` is a hospital's id, or empty.

import {
  big,
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  text,
  uuid,
} from '../../store/columns.ts'
import { table } from '../../store/table.ts'

export const run_outcomes = ['RUNNING', 'DONE', 'FAILED', 'SKIPPED', 'LOST'] as const
export type RunOutcome = (typeof run_outcomes)[number]

export const daemon_states = ['STARTING', 'READY', 'DEGRADED', 'MAINTENANCE', 'DRAINING'] as const

export const schedules = table(
  'schedules',
  {
    name: code(60),
    place: otherwise(code(36), ''),
    time_zone: code(60),
    /** The words that `next_run_at` was reckoned from; others mean it is reckoned anew. */
    pace: code(120),
    /** Cron words that a person gave it, instead of the program's own (OPS-96). */
    own_cron: nullable(code(120)),
    next_run_at: nullable(instant()),
    /** Never a run for this instant or one before it (OPS-92). */
    last_due_at: nullable(instant()),
    last_run_at: nullable(instant()),
    last_status: nullable(choice(run_outcomes)),
    last_success_at: nullable(instant()),
    last_took_ms: nullable(integer()),
    lag_ms: nullable(big()),
    paused: otherwise(flag(), false),
    pause_reason: nullable(text(300)),
    /** The run in hand. */
    run_id: nullable(uuid()),
    running_on: nullable(text(160)),
    lease_until: nullable(instant()),
    /** The same due instant once more: after a fault, or when its daemon died. */
    retry_due_at: nullable(instant()),
    retry_at: nullable(instant()),
    failures: otherwise(integer(), 0),
    deaths: otherwise(integer(), 0),
    failed_in_row: otherwise(integer(), 0),
    skipped_in_row: otherwise(integer(), 0),
  },
  { key: ['name', 'place'], indexes: [{ columns: ['next_run_at'] }, { columns: ['retry_at'] }] },
)

export const schedule_runs = table(
  'schedule_runs',
  {
    id: id(),
    schedule: code(60),
    place: otherwise(code(36), ''),
    due_at: instant(),
    /** 1 for the first run of a due instant; a repeat after a fault or a death counts on. */
    turn: integer(),
    started_at: instant(),
    finished_at: nullable(instant()),
    outcome: choice(run_outcomes),
    message: nullable(text(500)),
    counts: nullable(json<Record<string, number>>()),
    daemon: text(160),
    term: big(),
    by: text(160),
  },
  {
    unique: [{ columns: ['schedule', 'place', 'due_at', 'turn'] }],
    indexes: [
      { columns: ['schedule', 'place', 'started_at'], descending: true },
      { columns: ['started_at'] },
    ],
  },
)

export const daemons = table(
  'daemons',
  {
    id: id(),
    host: text(120),
    pid: integer(),
    /** Not `version`: that word counts changes. */
    program: text(40),
    started_at: instant(),
    seen_at: instant(),
    state: choice(daemon_states),
    reasons: json<string[]>(),
    listen: json<string[]>(),
    leads: otherwise(flag(), false),
    term: nullable(big()),
    /** Which process that is, for whoever asks on its machine whether it lives. */
    process: nullable(text(200)),
  },
  { indexes: [{ columns: ['seen_at'] }] },
)

export interface Machine {
  /** A digest of the machine's id; the id itself stays where it is. */
  id: string
  host: string
  since: string
  /** It began on a copy, and nobody has said yet that this is the one. */
  asked: boolean
}

/** One row for the deployment: its own id, which term runs, and what the clock said last. */
export const deployment = table('deployment', {
  id: id(),
  term: otherwise(big(), 0),
  leader: nullable(text(160)),
  clock_noted_at: nullable(instant()),
  clock_bad_since: nullable(instant()),
  clock_bad_until: nullable(instant()),
  clock_difference_ms: nullable(big()),
  clock_reason: nullable(text(300)),
  /** Where it runs: data that start elsewhere hold what goes out (OPS-136). */
  machines: nullable(json<Machine[]>()),
  /** What the mark in the place of the files says, once it was put there (OPS-43). */
  store: nullable(uuid()),
  /** What tells the keys that values here are sealed with (OPS-103). */
  app_key: nullable(code(8)),
  ca_key: nullable(code(8)),
})
