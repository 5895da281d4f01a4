// Drawn by npm run draw from the folders of this wing, never by hand.
import './parts/tables.ts'
import './maternity/births/tables.ts'
import './maternity/labours/tables.ts'
import './maternity/pregnancies/tables.ts'
