// A column of a file that is brought in: its heading, and what a line of it looks like.

import type { ImportColumn } from '../../registry.ts'

/** Text that may be left out, unless more is said. */
export const importColumn = (
  name: string,
  label: string,
  example: string,
  { required = false, type = 'text' }: { required?: boolean; type?: string } = {},
): ImportColumn => ({ name, label, required, type, example })
