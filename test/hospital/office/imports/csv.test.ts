import t from 'tap'
import { dayOf } from '../../../../db/hospital/office/imports/columns.ts'
import { guessDelimiter, readCsv, textOf } from '../../../../db/core/csv.ts'

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const read = async (
  text: string,
  size = 1_000_000,
  delimiter: string | null = ',',
): Promise<unknown[]> => {
  const found: unknown[] = []
  for await (const batch of readCsv(pieces(text, size), delimiter))
    for (const { line, cells } of batch) found.push([line, ...cells])
  return found
}

t.test('PLT-126: CSV as people and programs write it', async (t) => {
  const table: [string, unknown[]][] = [
    [
      'a,b\r\n1,2\r\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a,b\n\n  ,\n1,2\n',
      [
        [1, 'a', 'b'],
        [4, '1', '2'],
      ],
    ],
    ['"a, b","c ""d"""\n', [[1, 'a, b', 'c "d"']]],
    [
      '"two\r\nlines",x\ny,z',
      [
        [1, 'two\r\nlines', 'x'],
        [3, 'y', 'z'],
      ],
    ],
    ['"",a\n', [[1, '', 'a']]],
    ['"""",a\n', [[1, '"', 'a']]],
    ['a"b,c\n', [[1, 'a"b', 'c']]],
    ['"a"b,c\n', [[1, 'ab', 'c']]],
    ['a,,\n', [[1, 'a', '', '']]],
    [',,\n', []],
  ]
  for (const [text, wanted] of table) {
    for (const size of [1_000_000, 1, 2, 3]) {
      t.same(await read(text, size), wanted, `${JSON.stringify(text)} in pieces of ${size}`)
    }
  }
  await t.rejects(
    read('a,b\n1,"never\nends'),
    /inside a quoted text that began in the row on line 2/,
  )
})

t.test('PLT-126: the separator is found by itself', async (t) => {
  t.equal(guessDelimiter('a,b,c\n1;2'), ',')
  t.equal(guessDelimiter('a;b;c\n'), ';')
  t.equal(guessDelimiter('a\tb\n'), '\t')
  t.equal(guessDelimiter('"a,b,c";d\n'), ';')
  t.equal(guessDelimiter('alone'), ',')
  t.same(await read('a;b\n1,5;2\n', 100, null), [
    [1, 'a', 'b'],
    [2, '1,5', '2'],
  ])
})

t.test('PLT-126: UTF-8 with or without BOM, and nothing else', async (t) => {
  const text = async (bytes: Buffer): Promise<string> => {
    let all = ''
    for await (const piece of textOf(bytes)) all += piece
    return all
  }
  t.equal(await text(Buffer.from('\uFEFFÉmile')), 'Émile')
  const long = 'é'.repeat(100_000)
  t.equal(await text(Buffer.from(long)), long, 'a letter cut by two pieces stays whole')
  await t.rejects(text(Buffer.from([0x41, 0xe9, 0x42])), {
    message: 'The file is not UTF-8. Save it as CSV UTF-8.',
    status: 400,
  })
  await t.rejects(text(Buffer.from([0xc3])), /not UTF-8/)
})

t.test('PLT-130: dates by the order that was said', async (t) => {
  t.equal(dayOf('2026-03-31', 'mdy'), '2026-03-31')
  t.equal(dayOf('31/03/2026', 'dmy'), '2026-03-31')
  t.equal(dayOf('3.4.2026', 'dmy'), '2026-04-03')
  t.equal(dayOf('3/4/2026', 'mdy'), '2026-03-04')
  t.equal(dayOf('2026/3/4', 'ymd'), '2026-03-04')
  for (const bad of ['31/02/2026', '2026-13-01', 'soon', '1/1/26', '31 March']) {
    t.equal(dayOf(bad, 'dmy'), null, bad)
  }
})
