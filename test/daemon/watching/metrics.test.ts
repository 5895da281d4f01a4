import t from 'tap'
import { newMetrics } from '../../../daemon/watching/metrics.ts'
import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { recordRead } from '../../../db/hospital/office/audit/reads.ts'
import { prove } from '../../../db/hospital/office/auditing/proofs.ts'
import { sendMail } from '../../../db/hospital/office/outbox/send.ts'
import { outbox_messages } from '../../../db/hospital/office/outbox/tables.ts'
import { boot } from '../../support/boot.ts'
import { mailGoes } from '../../support/messaging/mail.ts'

/** The exposition format, line by line; answers the series. */
function read(t: Tap.Test, text: string): string[] {
  const types = new Map<string, string>()
  const series: string[] = []
  t.ok(text.endsWith('\n'), 'the last line ends')
  for (const line of text.slice(0, -1).split('\n')) {
    const help = /^# HELP ([a-z_]+) \S/.exec(line)
    const type = /^# TYPE ([a-z_]+) (counter|gauge|histogram|summary)$/.exec(line)
    if (help !== null) continue
    if (type !== null) {
      t.notOk(types.has(type[1] ?? ''), `${type[1]} is said once`)
      types.set(type[1] ?? '', type[2] ?? '')
      continue
    }
    const sample =
      /^([a-z_]+)(\{[a-z_]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\["\\n])*")*\})? (-?[0-9.e+-]+|\+Inf|NaN)$/.exec(
        line,
      )
    t.ok(sample, line)
    const name = sample?.[1] ?? ''
    t.ok(
      types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, '')),
      `${name} has a type`,
    )
    series.push(`${name}${sample?.[2] ?? ''}`)
  }
  t.equal(new Set(series).size, series.length, 'no series stands twice')
  return series
}

declare namespace Tap {
  type Test = Pick<typeof t, 'ok' | 'notOk' | 'equal'>
}

t.test('metrics: the text', async (t) => {
  const metrics = newMetrics(20)
  metrics.counter('a_total', 'One\nand \\ two').add({ word: 'a "b"\n\\c' }, 2)
  metrics.gauge('b', 'A gauge').set(0.5)
  const times = metrics.histogram('c_seconds', 'Times', [0.1, 1])
  times.observe(0.05)
  times.observe(0.5)
  times.observe(5)
  const text = metrics.text()
  read(t, text)
  t.match(
    text,
    '# HELP a_total One\\nand \\\\ two\n# TYPE a_total counter\na_total{word="a \\"b\\"\\n\\\\c"} 2\n',
  )
  t.match(
    text,
    'c_seconds_bucket{le="0.1"} 1\nc_seconds_bucket{le="1"} 2\nc_seconds_bucket{le="+Inf"} 3\nc_seconds_sum 5.55\nc_seconds_count 3\n',
  )
  t.throws(() => metrics.gauge('b', 'again'), /twice/)
})

t.test('OPS-28: more series than allowed are dropped and counted', async (t) => {
  const metrics = newMetrics(3)
  const many = metrics.counter('many_total', 'Many')
  for (let n = 0; n < 10; n++) many.add({ n: `${n}` })
  many.add({ n: '0' })
  t.equal(read(t, metrics.text()).filter((one) => one.startsWith('many')).length, 3)
  t.match(metrics.text(), 'kituo_metrics_dropped_series_total 7\n')
  t.match(metrics.text(), 'many_total{n="0"} 2\n')
})

t.test('PLT-134: GET /metrics', async (t) => {
  const { people, nobody, hospital } = await boot(t)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  t.equal((await nobody.get('/metrics')).status, 401)
  t.match((await nurse.get('/metrics')).message, /It needs system:read\.$/)
  await officer.get('/no/such/address/as/Asha')
  await officer.get(`/jobs/${hospital.id}`)
  const scrape = async (): Promise<string> => {
    const answer = await officer.get('/metrics')
    t.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
    return answer.raw.toString()
  }
  await scrape()
  const first = read(t, await scrape())
  const second = read(t, await scrape())
  t.same(second, first, 'a scrape does not grow the series')
  const text = await scrape()
  for (const name of [
    'kituo_build_info',
    'kituo_up_seconds',
    'kituo_http_requests_total',
    'kituo_http_request_seconds_count',
    'kituo_db_write_wait_seconds_bucket',
    'kituo_db_writes_waiting',
    'kituo_event_loop_lag_seconds',
    'kituo_sessions',
    'kituo_jobs{status="QUEUED"}',
    'kituo_audit_events_total',
    'kituo_leader',
    'kituo_db_read_seconds_bucket',
    'kituo_audit_reads_lost_total',
    'kituo_outbox_oldest_seconds{channel="email"} 0',
  ]) {
    t.match(text, name)
  }
  t.match(
    text,
    'kituo_http_requests_total{api="hospital",method="GET",route="/api/v1/jobs/:id",status_class="4xx"} 1\n',
  )
  t.match(
    text,
    /kituo_http_requests_total\{api="hospital",method="GET",route="none",status_class="4xx"\} 1/,
  )
  t.notMatch(text, /Asha|St Mary|st-mary|[0-9a-f]{8}-[0-9a-f]{4}-/, 'no name and no id in a label')
  const sessions = Number(/^kituo_sessions (\d+)$/m.exec(text)?.[1])
  t.equal(sessions, 2)
})

t.test('PLT-134: messages by channel and status, ages, lost reads, proofs', async (t) => {
  const { people, system, hospital } = await boot(t)
  clock.freeze('2027-03-09T08:00:00.000Z')
  const officer = await people.with('system_administrator')
  const text = async (): Promise<string> => (await officer.get('/metrics')).raw.toString()
  const lost = async (): Promise<number> =>
    Number(/^kituo_audit_reads_lost_total (\d+)$/m.exec(await text())?.[1])
  await mailGoes(hospital.id)
  await within(async () => {
    await sendMail(system, { to: 'a@example.org', text: 'x' })
    const id = await sendMail(system, { to: 'b@example.org', text: 'x' })
    await outbox_messages.change({ hospital_id: hospital.id, id }, { status: 'SENT' })
  })
  clock.advance(90_000)
  const first = await text()
  t.match(first, 'kituo_outbox_messages{channel="email",status="QUEUED"} 1\n')
  t.match(first, 'kituo_outbox_messages{channel="email",status="SENT"} 1\n')
  t.match(first, 'kituo_outbox_oldest_seconds{channel="email"} 90\n')
  t.notMatch(first, /example|desk/)
  const before = await lost()
  await recordRead(system, 'x'.repeat(81))
  t.equal(await lost(), before + 1)
  t.notMatch(first, 'kituo_audit_chain_ok')
  await prove(system)
  t.match(await text(), 'kituo_audit_chain_ok 1\n')
})
