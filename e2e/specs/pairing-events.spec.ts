/**
 * Usage events of a pairing: a whole journey with every body that is sent, the data that must not be in them, and who
 * can turn them off.
 */
import { EventBody } from '@airlock/protocol/contracts/analytics.ts'
import type { Page, Request } from '@playwright/test'
import * as z from 'zod'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { paired, pairing, pairsAfterRefusal } from '../pages/pairing.ts'
import { expect, test } from '../setup/phone.ts'
import { message } from '../wallets/samples.ts'
import type { World } from '../world/world.ts'

/** Records all requests of the page and its frames to the listing and the event counter. */
function watchApi(page: Page, world: World) {
  const asked: Request[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(world.origins.api)) asked.push(request)
  })
  const bodies = () => asked.flatMap((request) => request.postData() ?? [])
  return {
    paths: () => asked.map((request) => new URL(request.url()).pathname),
    bodies,
    /** Bodies and URLs as one text. */
    text: () => asked.map((request) => `${request.url()} ${request.postData() ?? ''}`).join('\n'),
    events: () =>
      bodies().flatMap((body) => {
        const sent: unknown = JSON.parse(body)
        return z.array(z.custom<EventBody>((one) => EventBody.safeParse(one).success)).parse([sent].flat())
      }),
  }
}

test.describe('a phone that asks', () => {
  test.use({ phoneOptions: { behaviour: 'asks' } })

  test('a whole journey is counted by its steps, and no event names the user', async ({ host, page, world, phone }) => {
    await page.clock.install()
    const api = watchApi(page, world)
    const secretPath = 'account-of-alice'
    await host.open({ path: `/?user=${secretPath}` })
    const { dapp, modal } = await pairing({ host, page, world }, world.measured)
    const codes = await pairsAfterRefusal({ dapp, modal }, phone)
    await dapp.expectClosed()
    phone.approveNext()
    const signed = await dapp.request('personal_sign', [message.hex, phone.address])
    await dapp.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await host.connect()
    await modal.expectView('Account')
    await modal.button('Disconnect').click()
    await phone.ended()
    await dapp.expectClosed()
    await page.clock.fastForward(10_000)
    const names = () => api.events().map(({ props }) => props.event)
    await expect.poll(() => names().filter((name) => name === 'MODAL_CLOSE')).toHaveLength(2)
    await expect.poll(names).toContain('DISCONNECT_SUCCESS')

    const told = Object.fromEntries(api.events().map(({ props }) => [props.event, props.properties]))
    expect(told).toMatchObject({
      SELECT_WALLET: { name: 'WalletConnect', platform: 'qrcode' },
      USER_REJECTED: { message: 'USER_REJECTED' },
      CONNECT_SUCCESS: { method: 'qrcode', name: 'Pocket' },
      SWITCH_NETWORK: { network: 'eip155:31338' },
      MODAL_CLOSE: { connected: false },
    })
    expect(names().slice(0, 3)).toEqual(['INITIALIZE', 'MODAL_OPEN', 'SELECT_WALLET'])
    for (const { url, domain } of api.events()) expect([url, domain]).toEqual([world.origins.host, 'host.localhost'])

    const text = api.text().toLowerCase()
    const keys = codes.flatMap((uri) => [uri, ...(uri.match(/[0-9a-f]{64}/g) ?? [])])
    const signature = 'result' in signed ? String(signed.result) : '0x'
    expect(keys).toHaveLength(6)
    for (const secret of [...keys, phone.address, phone.address.slice(2), signature, secretPath, message.hex, 'wc:'])
      expect(text).not.toContain(secret.toLowerCase())
    // No value as long as an address; ids of events are random and are left out.
    const without = text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
    expect(without).not.toMatch(/[0-9a-f]{26}/)
  })
})

test('before a user opens it nothing is asked or sent, and a session that is found again is no opening', async ({
  parts,
  phone,
}) => {
  const { host, page, world } = parts
  await paired(parts, phone, world.measured)
  await page.goto('about:blank')
  const api = watchApi(page, world)
  await host.open()
  await host.create(world.measured)
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual({
    result: expect.stringMatching(/^0x/),
  })
  await dapp.call((airlock) => airlock.disconnect())
  await phone.ended()
  expect(api.paths()).toEqual([])

  // An event that was delayed so far could still be sent now, so the first opening must be the first event of all.
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.close.click()
  await expect.poll(() => api.events().map(({ props }) => props.event)).toContain('MODAL_CLOSE')
  expect(api.events().map(({ props }) => props.event)).toEqual(['INITIALIZE', 'MODAL_OPEN', 'MODAL_CLOSE'])
})

test('a page that wants no counting has none, not even a question about it', async ({ parts, page, world, phone }) => {
  const api = watchApi(page, world)
  await paired(parts, phone, { ...world.measured, features: { analytics: false } })
  expect(api.paths()).toContain('/getWallets')
  expect(api.paths().filter((path) => path !== '/getWallets' && !path.startsWith('/getWalletImage'))).toEqual([])
})

test('a project whose analytics are switched off is asked once, and sent nothing', async ({ parts, phone }) => {
  const { host, page, world } = parts
  const api = watchApi(page, world)
  const headers = { 'Access-Control-Allow-Origin': world.origins.modal }
  await page.route(`${world.origins.api}/getAnalyticsConfig?*`, (route) =>
    route.fulfill({ headers, json: { isAnalyticsEnabled: false } }),
  )
  const { dapp } = await paired(parts, phone, world.measured)
  await host.connect()
  await dapp.call((airlock) => airlock.close())
  await dapp.expectClosed()
  expect(api.paths().filter((path) => path === '/getAnalyticsConfig')).toHaveLength(1)
  expect(api.bodies()).toEqual([])
})
