/** Sponsored calls of the embedded wallet through a bundler of others. */
import { type Address, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getCode } from 'viem/actions'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createChainClient } from '../../frame-app/src/wallet/approval/eip155/chain.ts'
import { statusFor } from '../../frame-app/src/wallet/batches/methods.ts'
import { delegationTo, implementations } from '../../frame-app/src/wallet/signing/implementations.ts'
import { type Chain, openChain, openDesk, scope, shows } from '../../frame-app/test/support/approval-desk.ts'
import { createBatchLog } from '../../frame-app/test/support/sent-log.ts'
import { startPaymaster } from '../world/paymaster.ts'
import { type Alto, install, startAlto } from './alto.ts'

const never = new AbortController().signal
const you: Address = '0x00000000000000000000000000000000000000c3'
let chain: Chain
let alto: Alto | undefined
beforeAll(async () => {
  try {
    install()
  } catch (error) {
    return console.warn(String(error))
  }
  chain = await openChain()
  await chain.deploySmartAccounts()
  await chain.deployFramework()
  alto = await startAlto(chain.nodeUrl)
}, 300_000)
afterAll(async () => {
  if (!alto) return
  await alto.stop()
  await chain.stop()
})

const all = [
  ['simple7702-0.8', '0.8'],
  ['delegator-1.3', '0.7'],
] as const
test.for(all)(
  '%s: calls of an account without coins land, with the upgrade and without it [A23]',
  { timeout: 60_000 },
  async ([implementation, version], context) => {
    if (!alto) return context.skip('the bundler is not installed')
    const paymaster = await startPaymaster({ nodeUrl: chain.nodeUrl, chainId: 31337, version })
    onTestFinished(() => paymaster.stop())
    const account = privateKeyToAccount(generatePrivateKey())
    const batches = createBatchLog()
    const smartAccounts = { [scope]: { implementation, bundler: alto.url, paymaster: paymaster.url } }
    const { approvals, signer } = openDesk({ account, rpcUrl: chain.rpcUrl, smartAccounts, batches })
    const statusOf = (id: string) =>
      statusFor(id, {
        account: account.address,
        networks: [scope],
        smartAccounts,
        batches,
        origin: 'https://app.example',
        signal: never,
        clientFor: () => createChainClient(scope, [chain.rpcUrl], never),
        askNode: () => async (method, params) =>
          // as: the node's own answer
          (await chain.client.request({ method, params } as never)) as never,
      })
    for (const id of ['first', 'second']) {
      const calls = [you, account.address].map((to) => ({ to, value: '0x0' }))
      const answer = approvals.ask(
        {
          scope,
          method: 'wallet_sendCalls',
          params: [{ version: '2.0.0', id, chainId: numberToHex(31337), atomicRequired: true, calls }],
        },
        never,
      )
      const asked = await shows(approvals, 'asking')
      expect(asked.prepared.sponsor?.host).toBe(new URL(paymaster.url).host)
      approvals.approve(asked.id, 'frame')
      expect(await answer).toEqual({ id })
      await expect.poll(() => statusOf(id), { timeout: 20_000 }).toMatchObject({ status: 200 })
    }
    expect(signer.asked.map((request) => 'authorizationNonce' in request && request.authorizationNonce)).toEqual([
      0,
      null,
    ])
    expect(await getCode(chain.client, account)).toBe(delegationTo(implementations[implementation].delegate))
    expect(await getBalance(chain.client, account)).toBe(0n)
  },
)
