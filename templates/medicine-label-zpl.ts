// The labels of a dispense for a printer of labels, with the words of the paper ones (CAR-99).

import { labelText, type MedicineLabels } from './medicine-papers.ts'
import { zplLabel } from './zpl.ts'

export const medicineLabelsZpl = (made: MedicineLabels): string =>
  made.labels
    .map((label) => {
      const { name, caption, how_to_take, counsel, facts, pharmacy } = labelText(made, label)
      return zplLabel(
        [
          { text: name, height: 34 },
          { text: caption, height: 24 },
          { text: how_to_take, height: 32 },
          { text: counsel, height: 24 },
          ...facts.map(([title, value]) => ({ text: `${title}: ${value}`, height: 24 })),
          { text: pharmacy, height: 20, centred: true },
        ],
        made.copies,
      )
    })
    .join('')
