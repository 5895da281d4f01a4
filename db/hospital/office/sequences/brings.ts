import type { Brings } from '../../registry.ts'
import { restored } from './restored.ts'

/** Shipped with the platform (PLT-72); every area brings its own kinds. */
export const brings: Brings = {
  area: 'sequences',
  restored,
  sequences: [
    {
      kind: 'plan_purchase',
      label: 'Plan purchase',
      area: 'plans',
      pattern: 'PUR-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'NEVER',
      gapless: false,
    },
  ],
}
