import t from 'tap'
import { memberTwice } from '../../db/messaging/json.ts'

t.test('a member that stands twice is named by its path', async (t) => {
  for (const [text, path] of [
    ['{}', null],
    ['{"a":1,"b":{"a":2},"c":["a","a",{"a":3}]}', null],
    ['{"a":1,"b":2,"a":1}', 'a'],
    ['{"a": {"b":1 , "b" : 2}}', 'a.b'],
    ['{"c":[{"x":1},[1,{"y":1,"y":2}]]}', 'c[1][1].y'],
    ['{"a":"b\\":","b":"a"}', null],
    ['{"\\u0061":1,"a":2}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['["a","a"]', null],
    ['{"a":"\\\\","a":1}', 'a'],
  ] as const) {
    JSON.parse(text)
    t.equal(memberTwice(text), path, text)
  }
})
