import type { Brings } from '../../registry.ts'
import { assist_rules, rules_edition, rules_source, rules_table } from './rules.ts'

export const brings: Brings = {
  area: 'assistant',
  clinicalTables: [
    {
      key: rules_table,
      title: 'Rules of the assistant',
      edition: rules_edition,
      source: rules_source,
      rows: () => assist_rules.length,
    },
  ],
}
