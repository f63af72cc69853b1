/** The test harness itself: a browser with users' settings, real clicks through closed shadow roots, recorded violations. */
import { randomUUID } from 'node:crypto'
import { delegatedFeatures } from '@airlock/service/frames/headers.ts'
import type { Page } from '@playwright/test'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { frameOn } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'
import { installWallet } from '../wallets/install.ts'
import type { World } from '../world/world.ts'

async function openHarness(page: Page, world: World, origin = world.origins.host) {
  await page.goto(`${origin}/harness-host.html?frameOrigin=${encodeURIComponent(world.origins.modal)}`)
  await press(page.getByRole('button', { name: 'Open' }))
  const frame = await frameOn(page, world.origins.modal)
  await frame.waitForLoadState() // a click before its script has run would be lost
  return frame
}

test.describe('frames', () => {
  test('a real click reaches a cross-origin frame in a closed shadow root of a modal dialog', async ({
    page,
    world,
  }) => {
    const frame = await openHarness(page, world)
    expect(await page.locator('iframe').count()).toBe(0)
    const press = frame.getByRole('button', { name: 'Press' })
    await press.click()
    await expect(frame.getByText('1 trusted presses')).toBeVisible()

    const box = await press.boundingBox()
    if (!box) throw new Error('The button has no box')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(frame.getByText('2 trusted presses')).toBeVisible()
  })

  test('the frame has storage, and another top site has another', async ({ context, world }) => {
    const mark = randomUUID()
    const first = await openHarness(await context.newPage(), world)
    await first.evaluate((value) => localStorage.setItem('mark', value), mark)
    const again = await openHarness(await context.newPage(), world)
    expect(await again.evaluate(() => localStorage.getItem('mark'))).toBe(mark)

    const page = await context.newPage()
    await page.goto(`${world.origins.modal}/fixtures/harness-frame.html`)
    expect(await page.evaluate(() => localStorage.getItem('mark'))).toBeNull()
  })

  test('a page that the project does not list cannot frame the document', async ({ page, world }) => {
    const origin = world.origins.other
    await page.goto(`${origin}/harness-host.html?frameOrigin=${encodeURIComponent(world.origins.modal)}`)
    const refused = page.waitForEvent('requestfailed', { predicate: (request) => request.url().includes('/fixtures/') })
    await press(page.getByRole('button', { name: 'Open' }))
    await refused
    expect(page.frames().map((frame) => frame.url())).not.toContain(
      `${world.origins.modal}/fixtures/harness-frame.html`,
    )
  })

  test('pop-ups need a gesture', async ({ page, world }) => {
    await page.goto(`${world.origins.host}/harness-host.html?popup`)
    await expect(page).toHaveTitle('Pop-up blocked')
  })

  test('each frame is the origin it claims and isolates its processes', async ({ page, world }) => {
    const frame = await openHarness(page, world)
    expect(await frame.evaluate(() => [self.origin, self.isSecureContext, window.originAgentCluster])).toEqual([
      world.origins.modal,
      true,
      true,
    ])
  })
})

test('the frame headers leave only the delegated features [T27]', async ({ page, world }) => {
  await page.goto(`${world.origins.modal}/fixtures/harness-frame.html`)
  const allowed = await page.evaluate(() => {
    // as: exists in Chromium, but not in the type definitions.
    const policy = Reflect.get(document, 'featurePolicy') as { allowedFeatures(): string[] }
    return policy.allowedFeatures()
  })
  // Client hints are not capabilities; they control request headers.
  const capabilities = allowed.filter((name) => !name.startsWith('ch-'))
  expect(new Set(capabilities)).toEqual(new Set(delegatedFeatures))
})

test.describe('violations', () => {
  test('one in the host and one in the frame are seen by the listener and by the report endpoints', {
    tag: '@gate',
  }, async ({ page, world, violations }) => {
    const frame = await openHarness(page, world)
    expect(violations.all()).toEqual([])
    for (const [document, origin] of [
      [frame, world.origins.modal],
      [page.mainFrame(), world.origins.host],
    ] as const) {
      // In the host the open dialog covers the button, so the click is dispatched by script.
      await document.getByRole('button', { name: 'Break the policy', includeHidden: true }).dispatchEvent('click')
      const seen = await violations.next(({ documentUrl }) => new URL(documentUrl).origin === origin)
      const reported = await world.nextViolation(({ documentUrl }) => new URL(documentUrl).origin === origin)
      expect([seen.directive, reported.directive]).toEqual(['img-src', 'img-src'])
      expect([seen.blockedUrl, reported.blockedUrl].map((url) => new URL(url).host)).toEqual([
        'planted.example',
        'planted.example',
      ])
      expect(violations.of(origin)).toHaveLength(1)
    }
    expect(world.violations()).toHaveLength(2)
  })

  test('a policy without frame-src blocks the frame and says so', async ({ page, world, violations }) => {
    await page.goto(
      `${world.origins.nopolicy}/harness-host.html?frameOrigin=${encodeURIComponent(world.origins.modal)}`,
    )
    await press(page.getByRole('button', { name: 'Open' }))
    expect(await violations.next(({ directive }) => directive === 'frame-src')).toMatchObject({
      documentUrl: page.url(),
    })
  })
})

test.describe('chains', () => {
  test('a page of the modal origin reaches the chain, and every behaviour of the endpoint is as named', async ({
    page,
    world,
  }) => {
    const frame = await openHarness(page, world)
    const [primary, fallback] = world.chains[0].endpoints
    if (!primary || !fallback) throw new Error('Chain one has two endpoints')
    const ask = (url: string) =>
      frame.evaluate(async (address) => {
        try {
          const response = await fetch(address, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
            signal: AbortSignal.timeout(1500),
          })
          const body = await response.text()
          return { status: response.status, body: body.slice(0, 60), length: body.length }
        } catch (error) {
          return error instanceof Error ? error.name : 'unknown'
        }
      }, url)

    expect(await ask(primary.url)).toMatchObject({ status: 200, body: expect.stringContaining('0x7a69') })
    primary.behave('error-500')
    expect(await ask(primary.url)).toMatchObject({ status: 500 })
    primary.behave('garbage')
    expect(await ask(primary.url)).toMatchObject({ status: 200, body: expect.stringMatching(/^<html>/) })
    primary.behave('huge')
    expect(await ask(primary.url)).toMatchObject({ length: expect.closeTo(16 * 1024 * 1024, -3) })
    primary.behave('down')
    expect(await ask(primary.url)).toBe('TypeError')
    primary.behave('hang')
    expect(await ask(primary.url)).toBe('TimeoutError')
    expect(await ask(fallback.url)).toMatchObject({ status: 200 })
    expect(primary.calls().every((method) => method === 'eth_chainId')).toBe(true)
    expect(fallback.calls()).toEqual(['eth_chainId'])
  })

  test('an unlisted origin is not answered', async ({ page, world }) => {
    await page.goto(`${world.origins.other}/harness-host.html?csp=none`)
    const failure = await page.evaluate(
      (url) => fetch(url, { method: 'POST', body: '{}' }).catch((error: unknown) => String(error)),
      world.chains[0].rpcUrl,
    )
    expect(failure).toContain('TypeError')
  })
})

test.describe('wallets', () => {
  const request = (page: Page, name: string, method: string, params: readonly unknown[] = []) =>
    page.evaluate(
      async ([wanted, rpcMethod, rpcParams]) => {
        type Detail = { info: { name: string }; provider: { request(call: object): Promise<unknown> } }
        const found = await new Promise<Detail>((resolve) => {
          window.addEventListener('eip6963:announceProvider', (event) => {
            const { detail } = event as CustomEvent<Detail>
            if (detail.info.name === wanted) resolve(detail)
          })
          window.dispatchEvent(new Event('eip6963:requestProvider'))
        })
        try {
          return await found.provider.request({ method: rpcMethod, params: rpcParams })
        } catch (error) {
          return { code: Reflect.get(Object(error), 'code') as number }
        }
      },
      [name, method, params] as const,
    )
  const message = `0x${Buffer.from('hello').toString('hex')}` as const

  test('an honest wallet signs and sends for real', async ({ context, page, world }) => {
    const wallet = await installWallet(context, world, { name: 'Rabbit' })
    await page.goto(`${world.origins.host}/harness-host.html`)
    expect(await request(page, 'Rabbit', 'eth_accounts')).toEqual([])
    expect(await request(page, 'Rabbit', 'eth_requestAccounts')).toEqual([wallet.address])
    const signature = (await request(page, 'Rabbit', 'personal_sign', [message, wallet.address])) as `0x${string}`
    expect(await verifyMessage({ address: wallet.address, message: 'hello', signature })).toBe(true)

    const to = '0x00000000000000000000000000000000000000aa'
    const hash = (await request(page, 'Rabbit', 'eth_sendTransaction', [
      { from: wallet.address, to, value: '0xde0b6b3a7640000' },
    ])) as `0x${string}`
    const client = createPublicClient({ transport: http(world.chains[0].nodeUrl) })
    expect((await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })).status).toBe('success')
    expect(await client.getBalance({ address: to })).toBeGreaterThanOrEqual(parseEther('1'))
    expect(wallet.calls.map(({ method }) => method)).toContain('eth_sendTransaction')
  })

  test('a wallet that asks waits for the decision', async ({ context, page, world }) => {
    const wallet = await installWallet(context, world, { name: 'Asking', behaviour: 'asks' })
    await page.goto(`${world.origins.host}/harness-host.html`)
    const connecting = request(page, 'Asking', 'eth_requestAccounts')
    await wallet.called('eth_requestAccounts')
    wallet.approveNext()
    expect(await connecting).toEqual([wallet.address])
    wallet.decline()
    expect(await request(page, 'Asking', 'personal_sign', [message, wallet.address])).toEqual({ code: 4001 })
  })

  test('a locked wallet holds the first request and refuses the second', async ({ context, page, world }) => {
    const wallet = await installWallet(context, world, { name: 'Locked', behaviour: 'locked' })
    await page.goto(`${world.origins.host}/harness-host.html`)
    const first = request(page, 'Locked', 'eth_requestAccounts')
    await wallet.called('eth_requestAccounts')
    expect(await request(page, 'Locked', 'eth_requestAccounts')).toEqual({ code: -32002 })
    wallet.unlock()
    expect(await first).toEqual([wallet.address])
  })

  test('a wallet that does not know the chain switches after it was added', async ({ context, page, world }) => {
    await installWallet(context, world, { name: 'Narrow', behaviour: 'unsupported-chain' })
    await page.goto(`${world.origins.host}/harness-host.html`)
    const chain = [{ chainId: `0x${world.chains[1].chainId.toString(16)}` }]
    expect(await request(page, 'Narrow', 'wallet_switchEthereumChain', chain)).toEqual({ code: 4902 })
    expect(await request(page, 'Narrow', 'wallet_addEthereumChain', chain)).toBeNull()
    expect(await request(page, 'Narrow', 'eth_chainId')).toBe(chain[0]?.chainId)
  })

  test('a wallet on a foreign chain says so and a declining one declines', async ({ context, page, world }) => {
    await installWallet(context, world, { name: 'Abroad', behaviour: 'wrong-network' })
    await installWallet(context, world, { name: 'No', behaviour: 'declines' })
    await page.goto(`${world.origins.host}/harness-host.html`)
    expect(await request(page, 'Abroad', 'eth_chainId')).toBe('0x1')
    expect(await request(page, 'No', 'eth_requestAccounts')).toEqual({ code: 4001 })
  })

  test('wallets exist in the top document only, and a legacy one announces nothing', async ({
    context,
    page,
    world,
  }) => {
    const wallet = await installWallet(context, world, { name: 'Legacy', presence: 'legacy' })
    const frame = await openHarness(page, world)
    expect(await frame.evaluate(() => 'ethereum' in window)).toBe(false)
    const announced = await page.evaluate(() => {
      let count = 0
      window.addEventListener('eip6963:announceProvider', () => {
        count += 1
      })
      window.dispatchEvent(new Event('eip6963:requestProvider'))
      return count
    })
    expect(announced).toBe(0)
    const changed = page.evaluate(
      () =>
        new Promise((resolve) => {
          const provider = Reflect.get(window, 'ethereum') as {
            on(event: string, listener: (payload: unknown) => void): void
          }
          provider.on('accountsChanged', resolve)
          Reflect.set(window, 'listening', true)
        }),
    )
    await page.waitForFunction(() => Reflect.get(window, 'listening') === true)
    await wallet.emit('accountsChanged', [wallet.address])
    expect(await changed).toEqual([wallet.address])
  })
})
