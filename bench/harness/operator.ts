// Our SMSC in a process of its own: says its port, and what it has counted when it is asked.

import { startSmsc } from '../../daemon/sending/smsc/server.ts'

const smsc = await startSmsc({
  host: '127.0.0.1',
  port: 0,
  system_id: 'kituo',
  password: 'secret',
  throughput: null,
  receipt_delay_ms: 0,
  mix: { delivered: 1, failed: 0, expired: 0 },
  say: () => undefined,
})
process.send?.(smsc.port)
process.on('message', (word) => {
  if (word === 'counts') process.send?.(smsc.counts())
  else void smsc.close().then(() => process.exit(0))
})
