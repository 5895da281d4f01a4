// The baseline: a bare fastify handler that answers the same bytes. Sent the body, answers its port.

import Fastify from 'fastify'

process.once('message', (body: string) => {
  const app = Fastify()
  app.get('/', (_, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(body),
  )
  void app.listen({ host: '127.0.0.1', port: 0 }).then(() => {
    process.send?.({ port: (app.server.address() as { port: number }).port })
  })
  process.once('message', () => process.exit(0))
})
