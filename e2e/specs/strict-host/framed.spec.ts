/** A host inside other pages: it can use its modal and wallets only if every page around it is listed (C50). */
import type { Frame, Page } from '@playwright/test'
import { dappOn } from '../../pages/dapp.ts'
import { modalOn } from '../../pages/modal.ts'
import { created } from '../../pages/refusal.ts'
import { press } from '../../setup/press.ts'
import { expect, test } from '../../test.ts'
import type { World } from '../../world/world.ts'

test.use({ walletOptions: [{ name: 'Rabbit', frames: 'all' }] })

type Place = { readonly host: 'host' | 'nopolicy' | 'other'; readonly sandbox?: string }

/** Opens nested pages, from the outermost to the host that uses the modal. */
async function nested(page: Page, world: World, places: readonly [Place, ...Place[]]): Promise<Frame> {
  const address = ({ host }: Place) => `${world.origins[host]}/host.html?csp=none`
  const [top, ...inner] = places
  await page.goto(address(top))
  let frame = page.mainFrame()
  for (const place of inner) {
    const outer = frame
    const attached = page.waitForEvent('framenavigated', (child) => child.parentFrame() === outer)
    await outer.evaluate(
      ([src, tokens]) => {
        const element = document.createElement('iframe')
        if (tokens !== undefined) element.setAttribute('sandbox', tokens)
        element.src = src
        element.width = element.height = '600'
        document.body.append(element)
      },
      [address(place), place.sandbox] as const,
    )
    frame = await attached
    await frame.waitForFunction(() => Reflect.has(window, 'airlockSdk'))
  }
  return frame
}

for (const [where, sandbox] of [
  ['a listed page', undefined],
  ['a sandbox that leaves it its origin', 'allow-scripts allow-same-origin'],
] as const)
  test(`inside ${where} it connects, under its own name`, async ({ page, world, wallets: [rabbit], violations }) => {
    const frame = await nested(page, world, [{ host: 'nopolicy' }, { host: 'host', ...(sandbox && { sandbox }) }])
    expect(await created(frame)).toBeUndefined()
    await press(frame.getByRole('button', { name: 'Connect' }))
    const modal = await modalOn(page, world)
    await expect(modal.text(`requested by ${new URL(world.origins.host).host}`)).toBeVisible()
    await modal.wallet('Rabbit').click()
    const dapp = dappOn(frame)
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(rabbit?.address)
    expect(violations.all()).toEqual([])
  })

for (const [where, places] of Object.entries({
  'inside a page that is not listed': [{ host: 'other' }, { host: 'host' }],
  'with a page that is not listed between it and a listed one': [
    { host: 'nopolicy' },
    { host: 'other' },
    { host: 'host' },
  ],
} as const))
  test(`${where} it is refused, and told whose origins count`, { tag: ['@T1', '@C50'] }, async ({ page, world }) => {
    const frame = await nested(page, world, places)
    expect(await created(frame)).toBeUndefined()
    await press(frame.getByRole('button', { name: 'Connect' }))
    const refused = await frame.evaluate(() =>
      (Reflect.get(window, 'opening') as Promise<unknown>).catch((error: unknown) => [
        Reflect.get(Object(error), 'code') as unknown,
        Reflect.get(Object(error), 'message') as unknown,
      ]),
    )
    expect(refused).toEqual(['FRAME_REFUSED', expect.stringContaining('this origin or an embedding one is not listed')])
  })

test('a page in a sandbox without an origin is told at once', async ({ page, world }) => {
  const frame = await nested(page, world, [{ host: 'nopolicy' }, { host: 'host', sandbox: 'allow-scripts' }])
  expect(await created(frame)).toEqual({
    code: 'HOST_OPAQUE_ORIGIN',
    message: expect.stringContaining('allow-same-origin'),
  })
})
