/** Several calls at once with the embedded wallet (EIP-5792): the account is upgraded, and still signs with its key. */
import { type Hex, stringToHex, verifyMessage } from 'viem'
import * as z from 'zod'
import { signedUp } from '../pages/sign-up.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'
import { deploySimple7702 } from '../world/smart-account.ts'

const Sent = z.object({ result: z.object({ id: z.string() }) })
const Signed = z.object({ result: z.templateLiteral(['0x', z.string()]) })

test('two payments land as one transaction, and the page learns and shows what became of them', async ({ parts }) => {
  const { page, world } = parts
  test.setTimeout(90_000)
  const [chain] = world.chains
  await deploySimple7702(chain.nodeUrl)
  const options = { ...world.smart, networks: world.config.networks }
  const { dapp, modal, account } = await signedUp(parts, 'bea', options)
  await world.fund(account)

  expect((await dapp.account())?.smartAccountDeployed).toBe(false)

  const chainId = `0x${chain.chainId.toString(16)}`
  const capabilities = await dapp.request('wallet_getCapabilities', [account, [chainId]])
  expect(capabilities).toEqual({
    result: {
      [chainId]: { atomic: { status: 'ready' }, assetDiscovery: { supported: true }, atomicBatch: { supported: true } },
    },
  })

  const payees: Hex[] = [`0x${'e1'.repeat(20)}`, `0x${'e2'.repeat(20)}`]
  const calls = payees.map((to) => ({ to, value: '0x5' }))
  const sending = dapp.request('wallet_sendCalls', [{ version: '2.0.0', chainId, atomicRequired: true, calls }])
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText('Several steps at once')
  const steps = screen.frame.getByRole('listitem').filter({ has: screen.frame.locator('strong') })
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(0)).toContainText('Upgrade your account')
  await expect(steps.nth(0)).toContainText('Simple7702Account')
  await screen.approveInWindow('Approve')
  const { id } = Sent.parse(await sending).result
  await dapp.expectClosed()
  await expect
    .poll(() => dapp.request('wallet_getCallsStatus', [id]))
    .toMatchObject({
      result: { status: 200, atomic: true, chainId, receipts: [{ status: '0x1' }] },
    })
  for (const to of payees) expect(await world.rpc(chain, 'eth_getBalance', [to, 'latest'])).toBe('0x5')
  expect(await world.rpc(chain, 'eth_getCode', [account, 'latest'])).toMatch(/^0xef0100/)
  await expect.poll(async () => (await dapp.account())?.smartAccountDeployed).toBe(true)

  const signing = dapp.request('personal_sign', [stringToHex('still mine'), account])
  await screen.approveInWindow('Sign')
  const { result: signature } = Signed.parse(await signing)
  expect(await verifyMessage({ address: account, message: 'still mine', signature })).toBe(true)
  await dapp.expectClosed()

  expect(await dapp.request('wallet_showCallsStatus', ['another'])).toMatchObject({ code: 5730 })
  expect(await dapp.request('wallet_showCallsStatus', [id])).toEqual({ result: null })
  await modal.expectView('Transaction')
  await modal.close.click()
  await dapp.expectClosed()

  expect(await dapp.account()).toMatchObject({ type: 'smartAccount' })
  await dapp.call((airlock) => void airlock.open({ view: 'Profile' }))
  await modal.button('Switch to your EOA').click()
  await expect(modal.button('Switch to your smart account')).toBeVisible()
  expect(await dapp.account()).toMatchObject({ type: 'eoa' })
  expect(
    await dapp.request('wallet_sendCalls', [{ version: '2.0.0', chainId, atomicRequired: true, calls }]),
  ).toMatchObject({ code: 5750 })
})
