// Drawn by npm run draw from the folders of this wing, never by hand.
import './parts/tables.ts'
import './theatre/cases/tables.ts'
import './theatre/inside/tables.ts'
import './theatre/rooms/tables.ts'
import './theatre/sessions/tables.ts'
import './tb-ctc/ctc/tables.ts'
import './tb-ctc/tb/tables.ts'
