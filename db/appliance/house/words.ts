// Words that the daemon and the command line share.

export const log_levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof log_levels)[number]
