// Drawn by npm run draw from the folders of this wing, never by hand.
import './laboratory/catalogue/tables.ts'
import './laboratory/critical/tables.ts'
import './laboratory/cultures/tables.ts'
import './laboratory/orders/tables.ts'
import './laboratory/results/tables.ts'
import './laboratory/specimens/tables.ts'
