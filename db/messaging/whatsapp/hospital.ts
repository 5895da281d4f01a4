// What the hospital asks of WhatsApp: which of its stored files a message still needs.

export { keptFiles } from './media.ts'
