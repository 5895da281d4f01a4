// What is to be done, what a shift hands to the next, and fluids (care 5.10).

import * as fluids from '../../../db/hospital/care/nursing/fluids.ts'
import * as handover_view from '../../../db/hospital/care/nursing/handover-view.ts'
import * as handovers from '../../../db/hospital/care/nursing/handovers.ts'
import {
  CancelInput,
  CompleteInput,
  FluidChart,
  FluidQuery,
  FluidsInput,
  FluidVoid,
  GiveInput,
  Handover,
  HandoverChange,
  HandoverFilters,
  HandoverInput,
  HandoverWhole,
  MissInput,
  TakeInput,
  Task,
  TaskDone,
  TaskFilters,
  TaskInput,
  TaskWhole,
} from '../../../db/hospital/care/nursing/shapes.ts'
import { taskRecord } from '../../../db/hospital/care/nursing/task-record.ts'
import * as task_view from '../../../db/hospital/care/nursing/task-view.ts'
import * as tasks from '../../../db/hospital/care/nursing/tasks.ts'
import { admissionRecord } from '../../../db/hospital/care/wards/admissions/record.ts'
import { inBody, inQuery, ruled } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, patch, post } from '../words.ts'

const task = byId(taskRecord.get)
const handover = byId(handovers.handoverRecord.get)

export const door = area('nursing', [
  list('/nursing/tasks', {
    summary: 'What is to be done, by when it is due',
    access: 'task:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'nursing_task.list',
    filters: TaskFilters,
    each: Task,
    run: ({ caller, query }) => task_view.list(caller, query),
  }),
  create('/nursing/tasks', {
    summary: 'Ask for something to be done, once or again and again',
    access: 'task:write',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: TaskInput,
    reply: TaskWhole,
    says: 'Task asked.',
    run: async ({ caller, body }) => task_view.whole(caller, await tasks.open(caller, body)),
  }),
  post('/nursing/tasks/:id/start', {
    summary: 'Begin a task',
    access: 'task:complete',
    opens: 'clinical',
    signs: true,
    once: true,
    record: task,
    reply: TaskWhole,
    says: 'Task begun.',
    run: async ({ caller, params }) =>
      task_view.whole(caller, await tasks.start(caller, params.id)),
  }),
  post('/nursing/tasks/:id/complete', {
    summary: 'A task is done',
    access: 'task:complete',
    opens: 'clinical',
    signs: true,
    once: true,
    record: task,
    body: CompleteInput,
    body_may_miss: true,
    reply: TaskDone,
    says: 'Task done.',
    run: async ({ caller, params, body }) =>
      task_view.ended(caller, await tasks.complete(caller, params.id, body)),
  }),
  post('/nursing/tasks/:id/miss', {
    summary: 'A task was not done',
    access: 'task:complete',
    opens: 'clinical',
    signs: true,
    once: true,
    record: task,
    body: MissInput,
    reply: TaskDone,
    says: 'Task missed.',
    run: async ({ caller, params, body }) =>
      task_view.ended(caller, await tasks.miss(caller, params.id, body.reason)),
  }),
  post('/nursing/tasks/:id/cancel', {
    summary: 'A task is not needed any more',
    access: 'task:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record: task,
    body: CancelInput,
    reply: TaskWhole,
    says: 'Task cancelled.',
    run: async ({ caller, params, body }) =>
      task_view.whole(caller, await tasks.cancel(caller, params.id, body)),
  }),
  list('/nursing/handovers', {
    summary: 'Hand-overs of the wards',
    access: 'nursing:read',
    opens: 'nobody',
    filters: HandoverFilters,
    each: Handover,
    run: ({ caller, query }) => handover_view.list(caller, query),
  }),
  create('/nursing/handovers', {
    summary: 'Begin the hand-over of a shift',
    access: 'nursing:write',
    opens: 'many',
    signs: true,
    once: true,
    body: HandoverInput,
    reply: HandoverWhole,
    says: 'Hand-over begun.',
    run: async ({ caller, body }) =>
      handover_view.whole(caller, await handovers.open(caller, body)),
  }),
  get('/nursing/handovers/:id', {
    summary: 'One hand-over',
    access: 'nursing:read',
    opens: 'many',
    audit: 'handover.read',
    record: handover,
    reply: HandoverWhole,
    run: ({ caller, params }) => handover_view.whole(caller, params),
  }),
  patch('/nursing/handovers/:id', {
    summary: 'Write what is handed over',
    access: 'nursing:write',
    opens: 'many',
    signs: true,
    record: handover,
    body: HandoverChange,
    reply: HandoverWhole,
    says: 'Hand-over changed.',
    run: async ({ caller, params, body }) =>
      handover_view.whole(caller, await handovers.change(caller, params.id, body)),
  }),
  post('/nursing/handovers/:id/give', {
    summary: 'Give the hand-over to the next shift',
    access: 'nursing:write',
    opens: 'many',
    signs: true,
    once: true,
    record: handover,
    body: GiveInput,
    body_may_miss: true,
    reply: HandoverWhole,
    says: 'Handed over.',
    run: async ({ caller, params, body }) =>
      handover_view.whole(caller, await handovers.give(caller, params.id, body)),
  }),
  post('/nursing/handovers/:id/accept', {
    summary: 'Take the ward over',
    access: 'nursing:write',
    opens: 'many',
    signs: true,
    once: true,
    record: handover,
    body: TakeInput,
    body_may_miss: true,
    reply: HandoverWhole,
    says: 'Taken over.',
    run: async ({ caller, params, body }) =>
      handover_view.whole(caller, await handovers.accept(caller, params.id, body)),
  }),
  get('/admissions/:id/fluids', {
    summary: 'What went in and came out in a day, and the balance',
    access: 'nursing:read',
    opens: 'clinical',
    audit: 'fluid_entry.list',
    record: byId(admissionRecord.get),
    query: FluidQuery,
    reply: FluidChart,
    run: ({ caller, params, query }) => fluids.chart(caller, params.id, query),
  }),
  create('/nursing/fluids', {
    summary: 'Enter what went in or came out',
    access: 'nursing:write',
    opens: ruled('the admission in the body names the patient; the rule asks for it'),
    signs: true,
    once: true,
    body: FluidsInput,
    reply: FluidChart,
    says: 'Entered.',
    run: async ({ caller, body }) => {
      await fluids.mayWrite(caller, body.admission_id)
      return fluids.write(caller, body)
    },
  }),
  post('/nursing/fluids/:id/void', {
    summary: 'An entry was wrong: it stays, struck through',
    access: 'nursing:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(fluids.fluidRecord.get),
    body: FluidVoid,
    reply: FluidChart,
    says: 'Entry voided.',
    run: ({ caller, params, body }) => fluids.voidEntry(caller, params.id, body.reason),
  }),
])
