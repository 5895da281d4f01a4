// Drawn by npm run draw from the folders of this wing, never by hand.
import './parts/tables.ts'
import './tb-ctc/ctc/tables.ts'
import './tb-ctc/tb/tables.ts'
