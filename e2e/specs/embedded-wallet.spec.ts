/**
 * A user with only an email address: the whole way through modal, wallet, service and mailbox, and what the wallet
 * does then.
 */

import { Hex } from '@airlock/protocol/scalars/values.ts'
import { getPublicKeyFromAddress, signatureBytes, address as solanaAddress, verifySignature } from '@solana/kit'
import { Keypair } from '@solana/web3.js'
import { type Address, encodeFunctionData, numberToHex, stringToHex, verifyMessage } from 'viem'
import { router02 } from '../../frame-app/src/shared/swap/routers.ts'
import type { Answer } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { signInText } from '../pages/sign-in-text.ts'
import { signedUp } from '../pages/sign-up.ts'
import { lamportsOf, solanaOn, transferOf, unsigned } from '../pages/solana.ts'
import { walletScreenIn, walletScreenOn } from '../pages/wallet-screen.ts'
import { frameOn } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'
import { exchange, marketContracts } from '../world/market.ts'

test('signs up by email, has an address on both namespaces, and signs', { tag: '@gate' }, async ({
  parts,
  violations,
}) => {
  const { context, host, page, world } = parts
  // The whole journey, on two sites and in three windows.
  test.setTimeout(120_000)
  const networks = [...world.config.networks, world.solana.network]
  const { dapp, modal, mailbox, account } = await signedUp(parts, 'ada', { networks })
  const solana = async () => (await dapp.state()).accounts.solana?.address ?? ''
  await expect.poll(solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  // The third is from the recovery service, about the wallet that was made.
  await expect.poll(() => mailbox.count()).toBe(3)

  await test.step('signs in to the page inside the modal, and any other message in a window of the wallet’s own', async () => {
    const origin = new URL(page.url()).origin
    const message = signInText({ origin, address: account, chainId: world.chains[0].caip2 })
    const signedIn = dapp.request('personal_sign', [stringToHex(message), account])
    const screen = await walletScreenOn(page, world)
    await modal.expectView('Approve Signature')
    await expect(screen.title).toHaveText(/^Sign in to/)
    await screen.approve('Sign in')
    expect(await verifyMessage({ address: account, message, signature: textOf(await signedIn) })).toBe(true)
    await dapp.expectClosed()

    // web3.js sends a password behind it.
    const signed = dapp.request('personal_sign', ['0x68656c6c6f', account, ''])
    await expect(screen.text('hello')).toBeVisible()
    await screen.approveInWindow('Sign')
    expect(await verifyMessage({ address: account, message: 'hello', signature: textOf(await signed) })).toBe(true)
    await dapp.expectClosed()
  })

  await test.step('answers what real dapps ask of every wallet', async () => {
    const [one, two] = world.chains
    const [home, away] = [one, two].map(({ chainId }) => `0x${chainId.toString(16)}`)
    const permissions = {
      result: [
        {
          invoker: new URL(page.url()).origin,
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: [account] }],
        },
      ],
    }
    expect(await dapp.request('wallet_getPermissions')).toEqual(permissions)
    expect(await dapp.request('wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual(permissions)
    for (const chainId of [away, home]) {
      expect(await dapp.request('wallet_addEthereumChain', [{ chainId, chainName: 'Any' }])).toEqual({ result: null })
      expect(await dapp.request('eth_chainId')).toEqual({ result: chainId })
    }
    const unknown = { chainId: '0x99', chainName: 'Own', rpcUrls: ['https://own.example'] }
    expect(await dapp.request('wallet_addEthereumChain', [unknown])).toMatchObject({ code: 4902 })
    const token = { type: 'ERC20', options: { address: someone, symbol: 'TST', decimals: 18 } }
    expect(await dapp.request('wallet_watchAsset', [token])).toEqual({ result: true })
    expect(await dapp.request('web3_clientVersion')).toEqual({ result: expect.any(String) })
    expect(await dapp.request('eth_subscribe', ['newHeads'])).toMatchObject({ code: 4200 })
    const filter = await dapp.request('eth_newBlockFilter')
    const id = 'result' in filter ? filter.result : undefined
    await world.rpc(one, 'anvil_mine', ['0x1'])
    expect(await dapp.request('eth_getFilterChanges', [id])).toEqual({ result: [expect.stringMatching(/^0x/)] })
    expect(await dapp.request('eth_uninstallFilter', [id])).toEqual({ result: true })
    await dapp.expectClosed()
  })

  await test.step('sends what has value from a window of the wallet’s own, in the language of the page', async () => {
    await world.fund(account)
    await dapp.call((airlock) => airlock.setLocale('en-XA'))
    const sent = dapp.request('eth_sendTransaction', [{ from: account, to: someone, value: '0x1' }])
    const screen = await walletScreenOn(page, world)
    await expect(screen.root).toHaveAttribute('lang', 'en-XA')
    await expect(screen.title).toHaveText(/^⟦Šéñd/)
    const opening = context.waitForEvent('page')
    await press(screen.frame.getByRole('button', { name: /^⟦Åppŕövé îñ/ }))
    const window = walletScreenIn(await opening)
    await expect(window.root).toHaveAttribute('lang', 'en-XA')
    await expect(window.title).toHaveText(/^⟦Šéñd/)
    await dapp.call((airlock) => airlock.setLocale('en-US'))
    await expect(screen.title).toHaveText('Send ETH')
    await expect(window.title).toHaveText('Send ETH')
    await expect(window.root).toHaveAttribute('lang', 'en-US')
    expect(new URL(window.frame.url()).origin).toBe(world.origins.wallet)
    await window.approve('Approve')
    const hash = textOf(await sent)
    await expect
      .poll(() => world.rpc(world.chains[0], 'eth_getTransactionReceipt', [hash]))
      .toMatchObject({ to: someone, status: '0x1' })
    await dapp.expectClosed()
    expect(context.pages()).toHaveLength(1)
  })

  await test.step('does the same on Solana', async () => {
    const [owner, to] = [await solana(), Keypair.generate().publicKey]
    await world.solana.fund(owner)
    const dappThere = solanaOn(page)
    const signed = dappThere.signMessage(new TextEncoder().encode('hello, Solana'))
    const screen = await walletScreenOn(page, world)
    await expect(screen.text('hello, Solana').first()).toBeVisible()
    await screen.approveInWindow('Sign')
    const key = await getPublicKeyFromAddress(solanaAddress(owner))
    const signature = signatureBytes(await signed)
    expect(await verifySignature(key, signature, new TextEncoder().encode('hello, Solana'))).toBe(true)
    await dapp.expectClosed()

    const transfer = await transferOf(world, owner, to, 1_000_000)
    const sent = dappThere.ask({ name: 'signAndSendTransaction', bytes: [...unsigned(transfer)] })
    await expect(screen.title).toHaveText('Send SOL')
    await expect(screen.text(/^0\.001/).first()).toBeVisible()
    const opening = context.waitForEvent('page')
    await screen.button('Approve in a separate window').click()
    const window = await opening
    // An overlapping window takes the focus. The second click of a double click that closed it must not count here.
    const approve = walletScreenIn(window).button('Approve')
    await expect(approve).not.toHaveAttribute('aria-disabled')
    await window.evaluate(() => dispatchEvent(new FocusEvent('blur')))
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await window.evaluate(() => dispatchEvent(new FocusEvent('focus')))
    await walletScreenIn(window).approve('Approve')
    expect(await sent).toEqual({ result: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/) })
    expect(await lamportsOf(world, to)).toBe(1_000_000)
    await dapp.expectClosed()
  })

  await test.step('warns that a transaction unknown to the named network may count on another, and needs the extra tick', async () => {
    const transfer = await transferOf(world, await solana(), Keypair.generate().publicKey, 1_000_000)
    transfer.recentBlockhash = Keypair.generate().publicKey.toBase58()
    const asked = unsigned(transfer)
    const signed = solanaOn(page).signTransaction(asked)
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Send SOL')
    await expect(screen.text(/doesn’t know this transaction/)).toBeVisible()
    await screen.button('Ask the network again').click()
    await expect(screen.text(/doesn’t know this transaction/)).toBeVisible()
    const opening = context.waitForEvent('page')
    await screen.button('Approve in a separate window').click()
    const window = walletScreenIn(await opening)
    await expect(window.text(/^Unknown\. The site says/)).toBeVisible()
    await window.approve('Approve')
    await expect(window.text('Tick the box first.')).toBeVisible()
    await window.frame.getByRole('checkbox', { name: /on which network/ }).check()
    await window.approve('Approve')
    expect((await signed).slice(65)).toEqual(Uint8Array.from(asked.subarray(65)))
    await dapp.expectClosed()
  })
  // No document has violated a policy, and our servers have received no reports.
  expect([violations.all(), world.violations()]).toEqual([[], []])

  await test.step('is there again after a reload, and says if the policy of the page blocks the wallet’s window', async () => {
    world.alterHeaders((url, headers) => {
      if (url.origin === world.origins.host) headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    })
    await host.open()
    await host.create({ ...world.embedded, networks })
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(account)
    const sent = dapp.request('eth_sendTransaction', [{ from: account, to: someone, value: '0x1' }])
    const screen = await walletScreenOn(page, world)
    const opening = context.waitForEvent('page')
    await screen.button('Approve in a separate window').click()
    await expect(screen.text(/blocks the wallet’s window/)).toBeVisible()
    await expect((await opening).getByText('nothing to ask here')).toBeVisible()
    await (await opening).close()
    await screen.button('Close').click()
    expect(await sent).toMatchObject({ message: expect.stringContaining('same-origin-allow-popups') })
    await dapp.expectClosed()
  })

  await test.step('lists its devices, and how it is opened elsewhere', async () => {
    await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
    const here = await modalOn(page, world)
    await here.button('Devices').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Devices')
    await expect(screen.text('This one')).toBeVisible()
    await page.keyboard.press('Escape')
    await here.expectView('Account')
    await here.button('Opening on other devices').click()
    await expect(screen.title).toHaveText('Opening on other devices')
    await screen.button('Done').click()
    await here.expectView('Account')
    await here.close.click()
    await dapp.expectClosed()
  })
})

test('stands on the network that the page moves to, and sends nothing that its user has closed over', async ({
  parts,
  violations,
}) => {
  const { context, page, world } = parts
  test.setTimeout(120_000)
  const [one, two] = world.chains
  const { dapp, modal, account } = await signedUp(parts, 'grace')
  await world.fund(account)
  const wallet = await frameOn(page, world.origins.wallet)

  await test.step('a switch of the page reaches the wallet, which keeps it', async () => {
    const kept = () =>
      wallet.evaluate(
        (name) => localStorage.getItem(name),
        `@airlock/wallet/embedded/${world.origins.host}/lastUsedChain`,
      )
    expect(await kept()).toBe(JSON.stringify(one.caip2))
    await dapp.call((airlock) => airlock.switchNetwork('eip155:31338'))
    expect(await kept()).toBe(JSON.stringify(two.caip2))
    expect(await dapp.request('eth_chainId')).toEqual({ result: `0x${two.chainId.toString(16)}` })
    expect(await dapp.address()).toBe(account)
  })

  await test.step('closing the modal over an approval sends nothing, then and later', async () => {
    const sent: string[] = []
    context.on('request', (request) => {
      if (request.postData()?.includes('eth_sendRawTransaction')) sent.push(request.url())
    })
    const nonces = () =>
      Promise.all(
        [one, two].flatMap((chain) =>
          ['latest', 'pending'].map((block) => world.rpc(chain, 'eth_getTransactionCount', [account, block])),
        ),
      )
    const transaction = { from: account, to: someone, value: '0x1' }
    const ways = {
      'before a window': async () => {},
      'beside the window that it went on in': async (screen: Awaited<ReturnType<typeof walletScreenOn>>) => {
        const opening = context.waitForEvent('page')
        await screen.button('Approve in a separate window').click()
        const window = await opening
        await expect(walletScreenIn(window).title).toHaveText('Send ETH')
        return window
      },
    }
    for (const goOn of Object.values(ways)) {
      const answer = dapp.request('eth_sendTransaction', [transaction])
      const screen = await walletScreenOn(page, world)
      await expect(screen.title).toHaveText('Send ETH')
      await expect(screen.button('Approve in a separate window')).not.toHaveAttribute('aria-disabled')
      const window = await goOn(screen)
      await page.bringToFront()
      await modal.close.click()
      expect(await answer).toEqual({ code: -32_000, message: 'Request was aborted' })
      await dapp.expectClosed()
      if (window) await expect.poll(() => window.isClosed()).toBe(true)
    }
    // A later request is asked on its own, without any of the cancelled ones.
    const signed = dapp.request('personal_sign', ['0x68656c6c6f', account])
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Sign a message')
    await screen.approveInWindow('Sign')
    expect(await signed).toHaveProperty('result')
    await dapp.expectClosed()
    expect(await nonces()).toEqual(['0x0', '0x0', '0x0', '0x0'])
    expect(sent).toEqual([])
  })

  await test.step('reads a swap at a router of the project, and needs no tick for it', async () => {
    const [value, minimum, deadline] = [10n ** 15n, 2_500_000n, BigInt(Math.floor(Date.now() / 1000) + 1_200)]
    const swapFor = (recipient: Address) => ({
      from: account,
      to: exchange.v2Router,
      value: numberToHex(value),
      data: encodeFunctionData({
        abi: router02,
        functionName: 'swapExactETHForTokens',
        args: [minimum, [exchange.wrapped, marketContracts.stable], recipient, deadline],
      }),
    })
    const screen = await walletScreenOn(page, world)
    const sent = dapp.request('eth_sendTransaction', [swapFor(account)])
    await expect(screen.title).toHaveText(`Swap 0.001 ETH for at least 2.5 USD on ${two.name}`)
    await expect(screen.frame.getByRole('checkbox')).toHaveCount(0)
    await expect(screen.frame.locator('[data-severity]')).toHaveCount(0)
    await screen.approveInWindow('Approve')
    const hash = textOf(await sent)
    await expect
      .poll(() => world.rpc(two, 'eth_getTransactionReceipt', [hash]))
      .toMatchObject({ to: exchange.v2Router.toLowerCase(), status: '0x1' })
    await dapp.expectClosed()

    const declined = dapp.request('eth_sendTransaction', [swapFor(someone)])
    await expect(screen.text('goes to another address')).toBeVisible()
    await screen.button('Decline').click()
    expect(await declined).toMatchObject({ code: 4001 })
    await dapp.expectClosed()
  })

  await test.step('answers for its network and its account over the link itself', async () => {
    const frame = 'nested-modal.html?closed&quiet'
    const query = new URLSearchParams({ csp: 'none', frameOrigin: world.origins.modal, frame })
    await page.goto(`${world.origins.host}/hostile-host.html?${query}`)
    const nested = await frameOn(page, world.origins.modal)
    await nested.waitForFunction(() => Reflect.has(window, 'nested'))
    type Nested = { ask(port: 'app', type: string, payload: object): Promise<string> }
    const ask = (type: string, payload: object = {}) =>
      // as: set by the fixture.
      nested.evaluate((call) => (Reflect.get(window, 'nested') as Nested).ask('app', ...call), [type, payload] as const)
    expect(await ask('IS_CONNECTED')).toBe('{"isConnected":true}')
    expect(await ask('GET_CHAIN_ID')).toBe(JSON.stringify({ chainId: two.caip2 }))
    expect(await ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toBe(JSON.stringify({ type: 'eoa', address: account }))
    expect(await ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toBe('CHAIN_NOT_SUPPORTED 4902')
    expect(await ask('SWITCH_NETWORK', { chainId: 'bip122:000000000019d6689c085ae165831e93' })).toBe(
      'CHAIN_NOT_SUPPORTED 4902',
    )
    expect(await ask('GET_CHAIN_ID')).toBe(JSON.stringify({ chainId: two.caip2 }))
  })
  expect([violations.all(), world.violations()]).toEqual([[], []])
})

const someone = '0x00000000000000000000000000000000000000c3'

function textOf(answer: Answer): `0x${string}` {
  const { data, error } = Hex.safeParse('result' in answer ? answer.result : undefined)
  if (error) throw new Error(JSON.stringify(answer))
  return data as `0x${string}` // as: matches the pattern
}
