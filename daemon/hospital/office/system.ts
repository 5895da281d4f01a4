// The measures of this daemon, for whoever watches it.

import { report } from '../../../db/hospital/office/system/report.ts'
import { SystemReport } from '../../../db/hospital/office/system/shapes.ts'
import { metricsText } from '../../watching/measures.ts'
import { area } from '../../edge/route.ts'
import { probes } from '../../work/scanner.ts'
import { nobodys } from '../words.ts'

const { file, get } = nobodys

const prometheus = 'text/plain; version=0.0.4; charset=utf-8'

export const door = area('system', [
  get('/system', {
    summary: 'The state of the system',
    access: 'system:read',
    reply: SystemReport,
    run: ({ caller }) => report(caller, probes),
  }),
  file('/metrics', {
    summary: 'Measures, in the text that Prometheus reads',
    access: 'system:read',
    content_type: prometheus,
    run: async () => ({ content_type: prometheus, bytes: await metricsText(), cache: 'no-store' }),
  }),
])
