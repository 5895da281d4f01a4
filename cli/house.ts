// What a command running inside the daemon may ask of it. The daemon's part is handed in by
// `serve`, so that no other command loads it.

export interface House {
  /** The Daemon record of operations 2.4, and what status shows beside it. */
  readonly status: () => { state: string; [fact: string]: unknown }
  /** Begins to drain (OPS-10); the process ends when that is done. */
  readonly stop: () => void
}
