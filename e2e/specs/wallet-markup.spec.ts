/**
 * Script injection into the wallet document [A3]: texts from a page, a contract or a service are rendered as text,
 * whatever they contain. If markup got in nevertheless, the document's policy would block it, and only a report would
 * result.
 */
import type { Frame } from '@playwright/test'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import * as z from 'zod'
import { dappOn } from '../pages/dapp.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { frameOn } from '../setup/frames.ts'
import { expect, test } from '../test.ts'
import { testToken } from '../world/test-token.ts'

const stranger = 'https://stranger.example'
/** Each leaves a mark, or requests an unknown origin, if it is interpreted as markup. */
const markup = [
  `<img src=${stranger}/a onerror=globalThis.ran=1>`,
  `<script src=${stranger}/b></script><script>globalThis.ran=1</script>`,
  `<svg onload=globalThis.ran=1><a href="javascript:globalThis.ran=1">open</a></svg>`,
  `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  'javascript:globalThis.ran=1',
  `{{constructor.constructor('globalThis.ran=1')()}}`,
] as const
/** As long as a symbol may be. */
const symbol = '<img src=x>'

/** Elements that none of the wallet's own screens contains. */
const foreign = 'img, iframe, object, embed, div script, [onerror], [onload], [href^="javascript:"], [src^="https:"]'

test('[A3] markup in every field that others fill is shown as text, and never runs', async ({ parts, violations }) => {
  const { context, host, page, world } = parts
  test.setTimeout(120_000)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const [chain] = world.chains
  await host.open()
  await host.create(world.embedded)
  await host.connect()
  const dapp = dappOn(page)
  const modal = await modalOn(page, world)

  await test.step('the email field', async () => {
    const field = modal.frame.getByRole('textbox', { name: 'Email' })
    for (const text of markup.slice(0, 4)) {
      await field.fill(`${text}@mail.example`)
      await field.press('Enter') // the button is there for an address only
      await expect(modal.text('Invalid email. Try again.')).toBeVisible()
      expect(await modal.frame.locator('[onerror], [onload], [href^="javascript:"], iframe[srcdoc]').count()).toBe(0)
    }
  })
  await signInByMail(modal, mailboxOf(context, world, 'mallory'))
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  const account = (await dapp.address()) ?? ''
  await world.fund(account)
  const aborted = { code: -32_000, message: 'Request was aborted' }
  /** Sends a request, checks the screen, and closes the modal. */
  const look = async (
    [method, params]: readonly [string, readonly unknown[]],
    shows: (screen: Awaited<ReturnType<typeof walletScreenOn>>) => Promise<void>,
  ) => {
    const answer = dapp.request(method, params)
    const screen = await walletScreenOn(page, world)
    await shows(screen)
    expect(await screen.frame.locator(foreign).count()).toBe(0)
    await modal.close.click()
    expect(await answer).toEqual(aborted)
    await dapp.expectClosed()
  }

  await test.step('a message', async () => {
    for (const text of markup) {
      const message: Hex = `0x${Buffer.from(text).toString('hex')}`
      await look(['personal_sign', [message, account]], (screen) => expect(screen.text(text).first()).toBeVisible())
    }
  })

  await test.step('texts and names of typed data', async () => {
    const typed = (name: string, value: string) =>
      JSON.stringify({
        domain: { name: markup[0], version: markup[4], chainId: chain.chainId },
        primaryType: 'Order',
        types: {
          EIP712Domain: [
            { name: 'name', type: 'string' },
            { name: 'version', type: 'string' },
            { name: 'chainId', type: 'uint256' },
          ],
          Order: [{ name, type: 'string' }],
        },
        message: { [name]: value },
      })
    for (const text of markup)
      await look(['eth_signTypedData_v4', [account, typed('note', text)]], async (screen) => {
        await expect(screen.text(markup[0]).first()).toBeVisible()
        await expect(screen.text(text).first()).toBeVisible()
      })
    // An invalid name is refused and not shown.
    for (const text of markup)
      expect(await dapp.request('eth_signTypedData_v4', [account, typed(text, 'note')])).toMatchObject({
        code: -32_602,
      })
    await dapp.expectClosed()
  })

  await test.step('the symbol of a token', async () => {
    const [holder] = z.array(z.string()).parse(await world.rpc(chain, 'eth_accounts'))
    const code = testToken({ holder: z.templateLiteral(['0x', z.string()]).parse(account), supply: 10n ** 18n, symbol })
    const hash = await world.rpc(chain, 'eth_sendTransaction', [{ from: holder, data: code }])
    const receipt = z.object({ contractAddress: z.string() })
    const mined = async () => receipt.safeParse(await world.rpc(chain, 'eth_getTransactionReceipt', [hash])).data
    await expect.poll(mined).toBeDefined()
    const to = (await mined())?.contractAddress
    const data = encodeFunctionData({
      abi: parseAbi(['function transfer(address to, uint256 amount) returns (bool)']),
      args: ['0x00000000000000000000000000000000000000c3', 1_000_000n],
    })
    await look(['eth_sendTransaction', [{ from: account, to, data }]], (screen) =>
      expect(screen.text(symbol).first()).toBeVisible(),
    )
  })

  await test.step('the label and the site of a device, from a service that lies', async () => {
    await context.route(`${world.origins.accounts}/v1/devices`, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const devices = markup.map((label, index) => ({
        deviceId: `liar-${index}-0000000000000000`,
        label,
        hostOrigin: label,
        createdAt: Date.now(),
        lastSeen: Date.now(),
        isCurrent: index === 0,
      }))
      const headers = { 'Access-Control-Allow-Origin': world.origins.wallet }
      await route.fulfill({ json: { devices }, headers })
    })
    await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
    await modal.button('Devices').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Devices')
    // Truncated to the maximum length of a name.
    for (const text of markup) await expect(screen.text(text.slice(0, 40)).first()).toBeVisible()
    expect(await screen.frame.locator(foreign).count()).toBe(0)
    await context.unroute(`${world.origins.accounts}/v1/devices`)
  })

  const hasRun = async () => {
    const frames = context.pages().flatMap((each) => each.frames())
    return Promise.all(frames.map((frame) => frame.evaluate(() => Reflect.has(globalThis, 'ran'))))
  }
  // Nothing had to be blocked: no policy was violated, and no other origin was requested.
  expect(await hasRun()).not.toContain(true)
  expect([violations.all(), world.violations()]).toEqual([[], []])
  expect(asked.filter((url) => url.startsWith(stranger) || url.endsWith('/x'))).toEqual([])

  await test.step('markup that got in all the same does nothing, and is reported', async () => {
    const frame = await frameOn(page, world.origins.wallet)
    const outcomes = await put(frame, [...markup])
    expect(new Set(outcomes)).toEqual(new Set(['TypeError']))
    await violations.next(({ directive }) => directive === 'require-trusted-types-for')
    const attributes = await put(frame, [`${stranger}/a`], 'elements')
    expect(attributes).toHaveLength(1)
    await violations.next(({ directive }) => directive === 'img-src')
    expect(await hasRun()).not.toContain(true)
    expect(violations.all().length).toBe(violations.of(world.origins.wallet).length)
  })
})

/** Inserts markup into the document, as a bug of ours might, or an element that requests an unknown origin. Returns each result. */
const put = (frame: Frame, texts: readonly string[], how: 'markup' | 'elements' = 'markup'): Promise<string[]> =>
  frame.evaluate(
    ([list, way]) =>
      list.map((text) => {
        try {
          if (way === 'markup') document.body.insertAdjacentHTML('beforeend', text)
          else document.body.append(Object.assign(document.createElement('img'), { src: text }))
          return 'put'
        } catch (error) {
          return error instanceof Error ? error.name : String(error)
        }
      }),
    [texts, how] as const,
  )
