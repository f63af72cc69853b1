/** Calls of the embedded wallet whose fee a sponsor pays (ERC-4337, ERC-7677), through a bundler of others; and the way back. */
import { toEventHash } from 'viem'
import * as z from 'zod'
import { hasBundler } from '../bundler/alto.ts'
import { signedUp } from '../pages/sign-up.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'
import { deploySimple7702 } from '../world/smart-account.ts'

const Sent = z.object({ result: z.object({ id: z.string() }) })
const Points = z.object({ result: z.tuple([z.string()], z.string()) })
const Status = z.object({ result: z.object({ receipts: z.tuple([z.object({ transactionHash: z.string() })]) }) })
const Mined = z.object({ logs: z.array(z.object({ topics: z.array(z.string()) })) })
/** As libraries ask for an estimate: no gas yet, and a placeholder for the signature in the right form. */
const unsigned = {
  callData: '0x',
  callGasLimit: '0x0',
  verificationGasLimit: '0x0',
  preVerificationGas: '0x0',
  maxFeePerGas: '0x0',
  maxPriorityFeePerGas: '0x0',
  signature: `0x${'f'.repeat(31)}${'0'.repeat(33)}7${'a'.repeat(63)}1c`,
}

test('an account without coins sends calls, the user sees who pays, and later makes it a plain account again', async ({
  parts,
}) => {
  const { page, world } = parts
  test.setTimeout(420_000)
  test.skip(!hasBundler(), 'The bundler is not installed: it needs the network once')
  const [chain] = world.chains
  await deploySimple7702(chain.nodeUrl)
  const paymaster = await world.sponsors.paymaster()
  // It takes longer to start than the wallet waits.
  await world.sponsors.bundler()
  const options = { ...world.sponsored, networks: world.config.networks }
  const { dapp, modal, account } = await signedUp(parts, 'sam', options)
  const chainId = `0x${chain.chainId.toString(16)}`
  const codeOf = () => world.rpc(chain, 'eth_getCode', [account, 'latest'])
  const calls = ['e3', 'e4'].map((digits) => ({ to: `0x${digits.repeat(20)}`, value: '0x0' }))
  const request = { version: '2.0.0', chainId, atomicRequired: true, calls }

  expect(await dapp.request('wallet_getCapabilities', [account, [chainId]])).toMatchObject({
    result: { [chainId]: { atomic: { status: 'ready' }, paymasterService: { supported: true } } },
  })
  const sending = dapp.request('wallet_sendCalls', [request])
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText('Several steps at once')
  await expect(screen.text(/Paid by pay\.localhost:\d+/)).toBeVisible()
  await screen.approveInWindow('Approve')
  const { id } = Sent.parse(await sending).result
  await dapp.expectClosed()
  await expect
    .poll(() => dapp.request('wallet_getCallsStatus', [id]), { timeout: 30_000 })
    .toMatchObject({ result: { status: 200, atomic: true, receipts: [{ status: '0x1' }] } })
  expect(await world.rpc(chain, 'eth_getBalance', [account, 'latest'])).toBe('0x0')
  expect(await codeOf()).toMatch(/^0xef0100/)

  // The page may ask the bundler itself: about this operation, and about a new one. It cannot send one of its own.
  const [entryPoint] = Points.parse(await dapp.request('eth_supportedEntryPoints')).result
  const status = Status.parse(await dapp.request('wallet_getCallsStatus', [id])).result
  const ended = toEventHash('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')
  const receipt = Mined.parse(await world.rpc(chain, 'eth_getTransactionReceipt', [status.receipts[0].transactionHash]))
  const [, hash = ''] = receipt.logs.find(({ topics: [name] }) => name === ended)?.topics ?? []
  expect(await dapp.request('eth_getUserOperationReceipt', [hash])).toMatchObject({
    result: { userOpHash: hash, success: true, receipt: { transactionHash: status.receipts[0].transactionHash } },
  })
  // This bundler does not find operations of EntryPoint 0.8 by their hash.
  expect(await dapp.request('eth_getUserOperationByHash', [hash])).toEqual({ result: null })
  const next = { ...unsigned, sender: account, nonce: '0x1' }
  expect(await dapp.request('eth_estimateUserOperationGas', [next, entryPoint])).toMatchObject({
    result: { preVerificationGas: expect.stringMatching(/^0x[1-9a-f]/) },
  })
  // The account has no coins for a fee, which the bundler says in its own words.
  expect(
    await dapp.request('eth_estimateUserOperationGas', [{ ...next, maxFeePerGas: '0x77359400' }, entryPoint]),
  ).toMatchObject({ code: -32500, message: expect.stringContaining('AA21') })
  expect(await dapp.request('eth_sendUserOperation', [next, entryPoint])).toMatchObject({
    code: 4200,
    message: expect.stringContaining('wallet_sendCalls'),
  })

  // The transaction is the bundler's, and is shown to the user all the same.
  await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
  await modal.tab('Activity').click()
  await expect(
    modal.frame.getByRole('region', { name: 'Activity' }).getByRole('button', { name: /Executed/ }),
  ).toHaveCount(1)
  await modal.close.click()
  await dapp.expectClosed()

  paymaster.behaviours.set('pm_getPaymasterData', () => ({ error: { code: -32000, message: 'not today' } }))
  await world.fund(account)
  const declined = dapp.request('wallet_sendCalls', [request])
  await expect(screen.text('Nobody else pays for this now. Your account pays the fee.')).toBeVisible()
  await screen.button('Decline').click()
  expect(await declined).toMatchObject({ code: 4001 })
  await dapp.expectClosed()

  await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
  await modal.button('Devices').click()
  await screen.button('Smart account').click()
  await screen.frame.getByRole('button', { name: /Make the account on .* a plain one/ }).click()
  await expect(screen.title).toHaveText('Make your account a plain one again')
  await screen.approveInWindow('Approve')
  await expect(screen.text(/It is on its way/)).toBeVisible()
  await expect.poll(codeOf).toBe('0x')
  expect(world.violations()).toEqual([])
})
