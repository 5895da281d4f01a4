// The shape of what a command prints with --json (OPS-65), for whoever reads it by program.

import type { Command } from './command.ts'
import { exit_codes } from './exits.ts'

const text = { type: 'string' }
const maybe = (type: string) => ({ type: [type, 'null'] })

export async function documentSchema(command: Command): Promise<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'kituo.cli/1',
    title: `kituo ${command.name} --json`,
    type: 'object',
    required: ['success', 'message', 'data', 'error', 'warnings', 'next', 'meta'],
    properties: {
      success: { type: 'boolean' },
      message: text,
      data: await dataSchema(command),
      error: {
        type: ['object', 'null'],
        required: ['code', 'message'],
        properties: {
          code: { ...text, description: 'see: kituo help errors' },
          message: text,
          field: maybe('string'),
          mend: maybe('string'),
          command: maybe('string'),
        },
      },
      warnings: {
        type: 'array',
        items: { type: 'object', properties: { code: text, message: text } },
      },
      next: { type: 'array', items: text },
      meta: {
        type: 'object',
        properties: {
          schema: { const: 'kituo.cli/1' },
          command: { const: command.name },
          mode: { enum: ['socket', 'direct', 'none'] },
          changed: { type: 'boolean' },
          dry_run: { type: 'boolean' },
          exit: { enum: Object.keys(exit_codes).map(Number) },
          request: text,
          took_ms: { type: 'integer' },
          version: text,
          engine: maybe('string'),
          data_dir: maybe('string'),
          hospital: maybe('string'),
          facility: maybe('string'),
          total: maybe('integer'),
        },
      },
    },
  }
}

/** Null where it was refused; a record by the shape that guards it, anything where none does. */
async function dataSchema({ reply }: Command): Promise<unknown> {
  if (reply === undefined) return {}
  const { whole, each, within = {} } = await reply()
  const known =
    whole ?? (each === undefined ? { type: 'object', properties: within } : listOf(each))
  return { anyOf: [known, { type: 'null' }] }
}

const listOf = (items: unknown) => ({ type: 'array', items })
