// What is posted to a customer, as OpenAPI 3.0.3 lets it be said: under a name of our own, `x-webhooks`.

import { samples } from '../../../db/messaging/webhooks/samples.ts'
import { example_id } from './example.ts'
import type { Json } from './schemas.ts'

const header = (description: string): Json => ({ description, schema: { type: 'string' } })

export const webhooks = (): Json =>
  Object.fromEntries(
    samples().map(({ event, meaning, sample }) => {
      const example = { ...sample, data: { ...(sample['data'] as Json), id: example_id } }
      return [event, { post: posted(event, meaning, example) }]
    }),
  )

const posted = (event: string, meaning: string, example: Json): Json => ({
  summary: meaning,
  description:
    'Answer 2xx within ten seconds and work afterwards; a post may come twice, so key on `data.id`.',
  tags: ['webhooks'],
  parameters: [
    { in: 'header', name: 'X-SMS-Timestamp', ...header('Unix seconds of this attempt.') },
    {
      in: 'header',
      name: 'X-SMS-Signature',
      ...header('`sha256=` and the hex HMAC of `{timestamp}.{body}`.'),
    },
    { in: 'header', name: 'X-SMS-Event', ...header(event) },
    {
      in: 'header',
      name: 'X-SMS-Delivery',
      ...header('The same for all attempts of one delivery.'),
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: shapeOf(example), example } },
  },
  responses: { '2XX': { description: 'It has arrived.' } },
})

/** Members may be added to what is posted, so nothing here forbids more. */
function shapeOf(value: unknown): Json {
  if (Array.isArray(value)) return { type: 'array', items: shapeOf(value[0] ?? '') }
  if (typeof value === 'object' && value !== null) {
    const properties = Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)])
    return {
      type: 'object',
      required: ['id', 'event', 'createdAt', 'data'].filter((name) => name in value),
      properties: Object.fromEntries(properties),
    }
  }
  return { type: typeof value === 'number' ? 'number' : typeof value }
}
