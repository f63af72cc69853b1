/** Links of the modal are opened by the page: in a window without access to it, and only if they are allowed. */
import { connected } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { serveStub, shows } from '../pages/stub-frame.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

test('the explorer opens in a new tab that has no opener and learns no address', { tag: '@T28' }, async ({
  parts,
  wallets: [rabbit],
}) => {
  const { context, host, page } = parts
  await context.route('https://explorer.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Explorer</title>' }),
  )
  const { modal } = await connected(parts, 'Rabbit')
  await host.connect()
  // Nobody presses as soon after the opening as the runner, whose first press may be over when that of the opening is.
  await expect(async () => {
    const opened = context.waitForEvent('page', { timeout: 8_000 })
    await press(modal.frame.getByRole('link', { name: 'Block Explorer' }))
    await opened
  }).toPass()
  const [explorer = page] = context.pages().slice(-1)
  await expect(explorer).toHaveTitle('Explorer')
  expect(explorer.url()).toBe(`https://explorer.example/address/${rabbit?.address}`)
  expect(await explorer.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, ''])
})

const code = `wc%3A${'0f'.repeat(32)}%402%3Frelay-protocol%3Dirn%26symKey%3D${'ab'.repeat(32)}`

/** Few, because a port tolerates eight malformed messages; the rule itself has its own tests. */
const hostile = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:http://host.localhost/0',
  'https://user:secret@a.example/',
  'strange-wallet://open',
  `javascript://x/wc?uri=${code}`,
  `strange-wallet://wc?uri=${code}#Intent;scheme=javascript;end`,
  `javascript://x/wc?requestId=1&sessionTopic=${'0f'.repeat(32)}`,
]

test('an address that must not be opened is refused, whatever frame asks', { tag: ['@C43', '@gate'] }, async ({
  parts,
}) => {
  const { context, host, page, world } = parts
  await serveStub(page, world, { answers: shows })
  await host.create()
  const dapp = dappOn(page)
  const opening = dapp.open()
  const modal = await modalOn(page, world)
  // A real click, so that only the rule can refuse.
  await modal.button('Press').click()
  const pages = context.pages().length
  const address = page.url()
  const ask = (url: string, target: string) =>
    modal.frame.evaluate(
      async ([link, where]) => {
        const request = Reflect.get(window, 'ask') as (type: string, payload: object) => Promise<{ payload: unknown }>
        const { payload } = await request('LINK_OPEN', { url: link, target: where })
        return String(Reflect.get(Object(payload), 'reason'))
      },
      [url, target] as const,
    )
  for (const url of hostile)
    for (const target of ['blank', 'self'])
      expect.soft(await ask(url, target), `${url} in ${target}`).toMatch(/^BAD_(URL|SHAPE)$/)
  expect(context.pages()).toHaveLength(pages)
  expect(page.url()).toBe(address)
  await dapp.call((airlock) => airlock.close())
  expect(await opening).toBe('host')
})
