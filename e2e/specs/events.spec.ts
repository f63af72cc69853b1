/** Usage events of presses: the page hears each one, with its properties. */
import { opened } from '../pages/connected.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test, withWallets } from '../test.ts'

test.use(withWallets({ name: 'Rabbit' }))

test('choosing email and activity emits one event each', async ({ host, page, world }) => {
  const { dapp, modal } = await opened({ host, page, world }, world.embedded)
  await dapp.call((airlock) => {
    const heard: unknown[] = []
    airlock.on('event', ({ name, props }) => heard.push([name, props]))
    Reflect.set(window, 'heard', heard)
  })
  const heard = (...wanted: string[]) =>
    page.evaluate(
      (names) => (Reflect.get(window, 'heard') as [string, object][]).filter(([name]) => names.includes(name)),
      wanted,
    )
  await modal.frame.getByRole('textbox', { name: 'Email' }).pressSequentially('ada')
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  await host.connect()
  const again = await modalOn(page, world)
  await again.expectView('Account')
  await again.tab('Activity').click()
  expect(await heard('EMAIL_LOGIN_SELECTED', 'CLICK_TRANSACTIONS')).toEqual([
    ['EMAIL_LOGIN_SELECTED', {}],
    ['CLICK_TRANSACTIONS', { isSmartAccount: false }],
  ])
})
