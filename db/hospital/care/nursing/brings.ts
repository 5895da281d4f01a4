import { answer } from '../../../core/question.ts'
import { nextTasksOf as next_tasks_of } from '../../neighbours/bedside.ts'
import { addTask as add_task } from '../../neighbours/to-care.ts'
import type { Brings } from '../../registry.ts'
import { nextTasksOf, onDeath, onStayEnd, repointPatient, workLeftBy } from './for-areas.ts'
import { task_gates_of_wards } from './gate-kinds.ts'
import { addTask } from './tasks.ts'

export const brings: Brings = {
  area: 'nursing',
  gates: task_gates_of_wards,
  reads: {
    nursing_task: 'task:read',
    handover: 'nursing:read',
    fluid_entry: 'nursing:read',
  },
  notifications: [
    {
      kind: 'task.overdue',
      label: 'Tasks that nobody did in time',
      area: 'nursing',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Ward in-charges',
    },
    {
      kind: 'death.review',
      label: 'A death that is to be reviewed',
      area: 'nursing',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Medical officers in charge',
    },
  ],
  repointPatient,
  onDeath,
  onStayEnd,
  workLeftBy,
  answers: [answer(add_task, addTask), answer(next_tasks_of, nextTasksOf)],
}
