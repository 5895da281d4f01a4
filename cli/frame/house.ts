// What a command running inside the daemon may ask of it. The daemon's part is handed in by
// `serve`, so that no other command loads it.

import type { LogLevel } from '../../db/appliance/house/words.ts'

export interface Reloaded {
  readonly applied: readonly { key: string; was: unknown; is: unknown }[]
  readonly after_restart: readonly string[]
}

export interface House {
  /** The Daemon record of operations 2.4, and what status shows beside it. */
  readonly status: () => { state: string; [fact: string]: unknown }
  /** Takes in what the file says now (OPS-40); a fault keeps everything as it was. */
  readonly reload: () => Promise<Reloaded>
  /** Shows the certificate as it stands now (OPS-20). */
  readonly certificate: () => Promise<void>
  /** Asks at the listeners for what the workstations' authorities signed, as they stand now. */
  readonly trustWorkstations: () => Promise<unknown>
  /** What the daemon measures, as text. */
  readonly metrics: () => Promise<string>
  /** A level of the log, until it goes back by itself. */
  readonly logLevel: (level: LogLevel, for_ms: number | null) => { until: string | null }
  /** Requests that are being answered now. */
  readonly inFlight: () => number
  /** Begins to drain (OPS-10), for so long or as configured; the process ends when that is done. */
  readonly stop: (deadline_ms?: number) => void
}
