// The messaging API's own description.

import { openapi } from '../edge/describe/openapi.ts'
import { webhooks } from '../edge/describe/webhooks.ts'
import { area, type Door } from '../edge/route.ts'
import { file } from './words.ts'

export const messaging_description = {
  title: 'Kituo bulk messaging API',
  prefix: '/v1',
  envelope: 'messaging' as const,
  webhooks,
  description:
    'Send the API key as `Authorization: Bearer sms_live_…`. Every failure is {error: {code, message, field, requestId, docs}}; branch on code.',
}

export const stackOf = (doors: () => readonly Door[]): Door =>
  area('stack', [
    file('/openapi.json', {
      summary: 'This description, OpenAPI 3.0.3',
      access: 'open',
      content_type: 'application/json; charset=utf-8',
      run: async () => {
        const { text, etag } = openapi(messaging_description, doors())
        return {
          content_type: 'application/json; charset=utf-8',
          bytes: text,
          etag,
          cache: 'no-cache',
        }
      },
    }),
  ])
