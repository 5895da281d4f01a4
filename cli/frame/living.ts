// Values that live in the house, for completion in a shell (OPS-77): which place takes which.

export const living_kinds = [
  'backups',
  'devices',
  'facilities',
  'generations',
  'jobs',
  'schedules',
  'years',
] as const
export type Living = (typeof living_kinds)[number]

/** Arguments of these commands. */
const of_arguments: readonly (readonly [RegExp, Living])[] = [
  [
    /^backup (?:show|files|check|verify|drill|restore|restore-files|unpack|keep|unkeep|export)$/,
    'backups',
  ],
  [/^device (?:show|events|change|extend|revoke)$/, 'devices'],
  [/^facility (?:show|edit|activate|deactivate)$/, 'facilities'],
  [/^fiscal-year (?:open|close|approve|withdraw|reopen|seal|certificate)$/, 'years'],
  [/^generation (?:show|remove)$/, 'generations'],
  [/^job (?:show|retry|cancel)$/, 'jobs'],
  [/^schedule (?:show|history|run|pause|resume)$/, 'schedules'],
]

export const livingAt = (command: string): Living | null =>
  of_arguments.find(([pattern]) => pattern.test(command))?.[1] ?? null

/** Flags that take them, wherever they stand. */
export const of_flags: Readonly<Record<string, Living>> = {
  '--facility': 'facilities',
  '--branch': 'facilities',
}
