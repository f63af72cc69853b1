/**
 * The Key Worker crashes while it signs for a page: the caller gets one error, nothing is sent, and the wallet can be
 * used again. A Worker that dies silently: `wallet-security.spec.ts`. [F9]
 */

import { signedUp } from '../pages/sign-up.ts'
import { killBehindSignature } from '../pages/wallet-document.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'

const someone = '0x00000000000000000000000000000000000000c3'

test('a Key Worker that is killed while it signs costs one error, and what is asked again is sent once', async ({
  parts,
}) => {
  const { host, page, world } = parts
  // A complete sign-up by email, and two approvals.
  test.setTimeout(120_000)
  await host.open({ host: 'pinned' })
  const { dapp, account: from } = await signedUp(parts, 'killed')
  await world.fund(from)

  const [chain] = world.chains
  const calls = () => chain.endpoints.flatMap((endpoint) => endpoint.calls())
  const sent = () => calls().filter((method) => method === 'eth_sendRawTransaction').length
  const send = () => dapp.request('eth_sendTransaction', [{ from, to: someone, value: '0x1' }])

  const asked = send()
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText('Send ETH')
  await killBehindSignature(page, 'with an error')
  await screen.approve('Approve')
  expect(await asked).toMatchObject({ message: expect.stringContaining('aborted') })
  await dapp.expectClosed()
  expect(sent()).toBe(0)

  // The keys were lost with the Worker: one press restores them, and the user is told why.
  const again = send()
  await expect(screen.text('stopped unexpectedly')).toBeVisible()
  await screen.button('Unlock').click()
  await screen.approve('Approve')
  expect(await again).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  await dapp.expectClosed()
  expect(sent()).toBe(1)
  expect(await world.rpc(chain, 'eth_getTransactionCount', [from, 'latest'])).toBe('0x1')
})
