import { Op } from 'sequelize'
import t from 'tap'
import { within } from '../../../db/store/connection.ts'
import { users } from '../../../db/hospital/office/access/tables.ts'
import { departments } from '../../../db/hospital/office/places/tables.ts'
import { modelOf, orm } from '../../../db/store/models.ts'
import { tables } from '../../../db/tables.ts'
import { boot } from '../../support/boot.ts'

t.test('models', async (t) => {
  const { hospital } = await boot(t)
  const hospital_id = hospital.id

  t.test('a model asks the same tables', async (t) => {
    const found = await modelOf(users).findAll({
      where: { hospital_id, username: { [Op.like]: 'adm%' } },
      raw: true,
    })
    t.match(found, [{ username: 'admin', full_name: 'Neema Mushi' }])
    t.equal(await modelOf(users).count({ where: { hospital_id } }), 1)
  })

  t.test('it joins the transaction it stands in, and goes with it', async (t) => {
    await t.rejects(
      within(async () => {
        await departments.insert({
          hospital_id,
          code: 'OPD',
          name: 'OPD',
          name_key: 'opd',
          kind: 'CLINICAL',
        })
        const [changed] = await modelOf(departments).update(
          { extension: '12' },
          { where: { hospital_id, code: 'OPD' } },
        )
        t.equal(changed, 1)
        t.equal(await modelOf(departments).count({ where: { extension: '12' } }), 1)
        throw new Error('no')
      }),
      /no/,
    )
    t.equal(await modelOf(departments).count(), 0)
  })

  t.test('it cannot write outside a transaction', async (t) => {
    await t.rejects(
      modelOf(departments).update({ extension: '1' }, { where: { hospital_id } }),
      /needs a transaction/,
    )
  })

  t.test('the database has every column that a table says, and no other', async (t) => {
    const query = orm().getQueryInterface()
    for (const table of tables) {
      const found = await query.describeTable(table.name)
      const names = Object.keys(found).filter((name) => name !== 'row_no')
      t.same(names.sort(), Object.keys(table.columns).sort(), table.name)
      for (const [name, column] of Object.entries(table.columns)) {
        t.equal(found[name]?.allowNull, column.nullable, `${table.name}.${name}`)
      }
    }
  })
})
