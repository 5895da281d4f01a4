// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  command_requests: {
    columns: {
      id: 'code 36',
      command: 'text 80',
      args: 'json',
      flags: 'json',
      steps: 'json',
      permission: 'text 80',
      asked_by: 'text 160',
      asked_by_user: 'code 36?',
      asked_at: 'code 24',
      expires_at: 'code 24',
      reason: 'text 300',
      state: 'choice WAITING|APPROVED|DECLINED|WITHDRAWN|EXPIRED|DONE',
      decided_by: 'text 160?',
      decided_at: 'code 24?',
      decision_reason: 'text 300?',
      process: 'text 160?',
    },
    indexes: [
      {
        columns: ['state', 'expires_at'],
      },
    ],
  },
  daemons: {
    columns: {
      id: 'code 36',
      host: 'text 120',
      pid: 'integer',
      program: 'text 40',
      started_at: 'code 24',
      seen_at: 'code 24',
      state: 'choice STARTING|READY|DEGRADED|MAINTENANCE|DRAINING',
      reasons: 'json',
      listen: 'json',
      leads: 'boolean',
      term: 'bigint?',
      process: 'text 200?',
    },
    indexes: [
      {
        columns: ['seen_at'],
      },
    ],
  },
  deployment: {
    columns: {
      id: 'code 36',
      term: 'bigint',
      leader: 'text 160?',
      clock_noted_at: 'code 24?',
      clock_bad_since: 'code 24?',
      clock_bad_until: 'code 24?',
      clock_difference_ms: 'bigint?',
      clock_reason: 'text 300?',
      machines: 'json?',
      store: 'code 36?',
      app_key: 'code 8?',
      ca_key: 'code 8?',
    },
  },
  house_holds: {
    columns: {
      kind: 'choice MAINTENANCE|READ_ONLY|ALONE',
      reason: 'text 300',
      by_name: 'text 160',
      since: 'code 24',
      until: 'code 24?',
    },
    key: ['kind'],
  },
  outbound_holds: {
    columns: {
      channel: 'choice sms|whatsapp|email|webhooks',
      cause: 'choice restored|moved|went_back|asked',
      held_at: 'code 24',
      held_by: 'text 160',
    },
    key: ['channel'],
  },
  schedule_runs: {
    columns: {
      id: 'code 36',
      schedule: 'code 60',
      place: 'code 36',
      due_at: 'code 24',
      turn: 'integer',
      started_at: 'code 24',
      finished_at: 'code 24?',
      outcome: 'choice RUNNING|DONE|FAILED|SKIPPED|LOST',
      message: 'text 500?',
      counts: 'json?',
      daemon: 'text 160',
      term: 'bigint',
      by: 'text 160',
    },
    unique: [
      {
        columns: ['schedule', 'place', 'due_at', 'turn'],
      },
    ],
    indexes: [
      {
        columns: ['schedule', 'place', 'started_at'],
        descending: true,
      },
      {
        columns: ['started_at'],
      },
    ],
  },
  schedules: {
    columns: {
      name: 'code 60',
      place: 'code 36',
      time_zone: 'code 60',
      pace: 'code 120',
      own_cron: 'code 120?',
      next_run_at: 'code 24?',
      last_due_at: 'code 24?',
      last_run_at: 'code 24?',
      last_status: 'choice RUNNING|DONE|FAILED|SKIPPED|LOST?',
      last_success_at: 'code 24?',
      last_took_ms: 'integer?',
      lag_ms: 'bigint?',
      paused: 'boolean',
      pause_reason: 'text 300?',
      run_id: 'code 36?',
      running_on: 'text 160?',
      lease_until: 'code 24?',
      retry_due_at: 'code 24?',
      retry_at: 'code 24?',
      failures: 'integer',
      deaths: 'integer',
      failed_in_row: 'integer',
      skipped_in_row: 'integer',
    },
    key: ['name', 'place'],
    indexes: [
      {
        columns: ['next_run_at'],
      },
      {
        columns: ['retry_at'],
      },
    ],
  },
}
