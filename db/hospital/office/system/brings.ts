import { backupNow } from '../../neighbours/books.ts'
import { answer } from '../../../core/question.ts'
import type { Brings } from '../../registry.ts'
import { makeBackup } from './backup-now.ts'

export const brings: Brings = { area: 'system', answers: [answer(backupNow, makeBackup)] }
