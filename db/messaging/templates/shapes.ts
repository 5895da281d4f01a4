import {
  AnyObject,
  optional,
  choice,
  Flag,
  form,
  named,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Moment, Words } from '../../core/kinds/strict.ts'
import { encodings, message_classes } from '../messages/words.ts'

const Body = Words(1, 1530)
export const Bodies = form({ sw: optional(Body), en: optional(Body) })

export const TemplateInput = form({
  name: Words(1, 80),
  class: choice(message_classes),
  bodies: Bodies,
})
export type TemplateInput = Static<typeof TemplateInput>
export const TemplateChange = form({
  name: optional(Words(1, 80)),
  class: optional(choice(message_classes)),
  bodies: optional(Bodies),
  active: optional(Flag),
})
export type TemplateChange = Static<typeof TemplateChange>

export const Template = named(
  'Template',
  form({
    id: Id,
    name: Words(0, 80),
    class: choice(message_classes),
    bodies: Bodies,
    fields: list(Words(0, 60)),
    active: Flag,
    version: Count(),
    createdAt: Moment,
    updatedAt: Moment,
  }),
)
export type Template = Static<typeof Template>
export const template_filters = {
  class: choice(message_classes),
  active: Flag,
  search: Words(0, 200),
}

export const RenderInput = form({
  contactId: optional(Id),
  fields: optional(AnyObject),
  language: optional(choice(['sw', 'en'])),
})
export type RenderInput = Static<typeof RenderInput>
export const Rendered = form({
  text: Words(0, 20_000),
  encoding: choice(encodings),
  segments: Count(),
  missing: list(Words(0, 60)),
})
export type Rendered = Static<typeof Rendered>
