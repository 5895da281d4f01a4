// The measures of this daemon, for whoever watches it.

import { area } from '../route.ts'
import { metricsText } from '../measures.ts'
import { file } from './words.ts'

const prometheus = 'text/plain; version=0.0.4; charset=utf-8'

export const door = area('system', [
  file('/metrics', {
    summary: 'Measures, in the text that Prometheus reads',
    access: 'system:read',
    content_type: prometheus,
    run: async () => ({ content_type: prometheus, bytes: await metricsText(), cache: 'no-store' }),
  }),
])
