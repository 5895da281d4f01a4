import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { forgetAll } from '../../../../db/hospital/office/hospitals/hospitals.ts'
import { hospitals } from '../../../../db/hospital/office/hospitals/tables.ts'
import { version } from '../../../../db/core/version.ts'
import { boot } from '../../../support/boot.ts'

t.test('the page at the root says whose house it is and leads on (operations 5.12)', async (t) => {
  const { nobody, hospital } = await boot(t)
  const shown = await nobody.get('/')
  const text = shown.raw.toString('utf8')
  t.equal(shown.status, 200)
  t.match(shown.headers['content-type'], 'text/html')
  t.match(shown.headers['content-security-policy'], "default-src 'none'")
  t.match(text, `<h1>${hospital.name}</h1>`)
  t.match(text, 'href="/docs"')
  t.match(text, 'href="/portal/')
  t.notMatch(text, version)
  for (const path of ['/docs', '/portal/info']) {
    const { statusCode } = await nobody.app.inject({ url: path })
    t.equal(statusCode, 200, path)
  }

  t.test('a name is text, whatever it holds', async (t) => {
    await within(() => hospitals.change({ id: hospital.id }, { name: '<script>x</script> & "Y"' }))
    forgetAll()
    const page = (await nobody.get('/')).raw.toString('utf8')
    t.notMatch(page, '<script>')
    t.match(page, '&#60;script&#62;')
  })
})
