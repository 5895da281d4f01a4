// How to open a backup where no Kituo is (OPS-112): a page to print, and a program to run.

import { asset } from '../../core/assets.ts'

export const reader = (): string => asset('db/appliance/backups/how-to-open.py').toString('utf8')

export const howToOpen = (): string => `HOW TO OPEN A BACKUP OF KITUO

With Kituo, on a new machine:
  1. Install Kituo of the same version or newer.
  2. Write the recovery words into words.txt.
  3. kituo init --from-backup /where/the/backups/are/latest --key-file words.txt

Without Kituo: python3 with the package "cryptography", and the program zstd.
  1. Save the program below this line as open.py.
  2. Write the recovery words into words.txt.
  3. python3 open.py /where/the/backups/are NAME.kbk words.txt ./out
  4. out/kituo.db is an ordinary SQLite database: sqlite3 out/kituo.db

${reader()}`
