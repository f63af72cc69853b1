/** Smart sessions of the embedded wallet (ERC-7715): a site gets one, its key uses it alone, and the user revokes it from the list. */
import { concatHex, createWalletClient, encodeFunctionData, http, numberToHex, padHex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { signedUp } from '../pages/sign-up.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'
import { deployDelegationFramework, framework } from '../world/delegation-framework.ts'

const Hex = z.templateLiteral(['0x', z.string()])
const Granted = z.object({ result: z.tuple([z.object({ context: Hex, to: z.string() })]) })
const redeeming = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)'])

test('a site gets a smart session, its key pays without asking, and the user ends it', async ({ parts }) => {
  const { page, world } = parts
  test.setTimeout(120_000)
  const [, chain] = world.chains
  await deployDelegationFramework(chain.nodeUrl)
  const options = { ...world.smart, networks: world.config.networks.toReversed() }
  const { dapp, modal, account } = await signedUp(parts, 'cleo', options)
  await world.fund(account)
  const key = privateKeyToAccount(generatePrivateKey())
  await world.fund(key.address)

  const chainId = numberToHex(chain.chainId)
  expect(await dapp.request('wallet_getSupportedExecutionPermissions')).toMatchObject({
    result: { 'native-token-transfer': { chainIds: [chainId] } },
  })
  const payee = `0x${'e7'.repeat(20)}` as const
  const asked = {
    chainId,
    from: account,
    to: key.address,
    permission: {
      type: 'native-token-transfer',
      isAdjustmentAllowed: false,
      data: { allowance: numberToHex(10n ** 15n), recipients: [payee] },
    },
    rules: [{ type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1000) + 3600 } }],
  }
  const granting = dapp.request('wallet_requestExecutionPermissions', [asked])
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText(/^Let .* act for you$/)
  await expect(screen.text(/without asking you/)).toBeVisible()
  await expect(screen.text('Upgrade your account')).toBeVisible()
  await expect(screen.text(/0\.001/).first()).toBeVisible()
  await screen.approveInWindow('Approve')
  const [{ context: permission, to }] = Granted.parse(await granting).result
  expect(to).toBe(key.address)
  await modal.expectView('Smart session')
  await modal.button('Show smart sessions').click()
  await modal.expectView('Smart Sessions')
  await expect(modal.text('Active')).toBeVisible()

  // The key of the page, with no wallet in sight.
  const wallet = createWalletClient({ account: key, transport: http(chain.nodeUrl) })
  const pay = (wei: bigint) =>
    wallet.sendTransaction({
      chain: null,
      to: framework.DelegationManager,
      data: encodeFunctionData({
        abi: redeeming,
        functionName: 'redeemDelegations',
        args: [
          [permission],
          [padHex('0x00', { size: 32 })],
          [concatHex([payee, padHex(numberToHex(wei), { size: 32 })])],
        ],
      }),
    })
  await expect.poll(() => world.rpc(chain, 'eth_getCode', [account, 'latest'])).toMatch(/^0xef0100/)
  await pay(7n)
  await expect.poll(() => world.rpc(chain, 'eth_getBalance', [payee, 'latest'])).toBe('0x7')
  await expect(pay(10n ** 15n)).rejects.toThrow(/revert/i)

  await modal.button('Revoke').click()
  await expect(screen.title).toHaveText('Revoke a smart session')
  await screen.approveInWindow('Approve')
  await modal.expectView('Smart Sessions')
  await expect(modal.frame.getByText('Revoked', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(pay(1n)).rejects.toThrow(/revert/i)
  await modal.close.click()
  await dapp.expectClosed()
  expect(await dapp.request('wallet_getGrantedExecutionPermissions')).toEqual({ result: [] })
})
