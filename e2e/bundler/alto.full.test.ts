/** Sponsored calls of the embedded wallet through a bundler of others. */
import { type Address, numberToHex, parseAbiItem } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getCode, getLogs } from 'viem/actions'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createChainClient } from '../../frame-app/src/wallet/approval/eip155/chain.ts'
import { askBundler } from '../../frame-app/src/wallet/provider/answers/bundler.ts'
import { statusFor } from '../../frame-app/src/wallet/provider/answers/calls.ts'
import { delegationTo, implementations } from '../../frame-app/src/wallet/signing/implementations.ts'
import { type Chain, openChain, openDesk, scope, shows } from '../../frame-app/test/support/approval-desk.ts'
import { createBatchLog } from '../../frame-app/test/support/sent-log.ts'
import { startPaymaster } from '../world/paymaster.ts'
import { type Alto, install, startAlto } from './alto.ts'

const never = new AbortController().signal
const ended = parseAbiItem(
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
)
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
      expect(asked.prepared.feePaidBy).toBe(new URL(paymaster.url).host)
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

    // A page's questions, as libraries put them: no gas yet, and a placeholder for the signature in the right form.
    const ask = (method: string, params: unknown = []) => askBundler({ scope, method, params }, smartAccounts, never)
    const { entryPoint } = implementations[implementation]
    const nothing = '0x0'
    const operation = {
      sender: account.address,
      nonce: '0x2',
      callData: '0x',
      callGasLimit: nothing,
      verificationGasLimit: nothing,
      preVerificationGas: nothing,
      maxFeePerGas: nothing,
      maxPriorityFeePerGas: nothing,
      signature: `0x${'f'.repeat(31)}${'0'.repeat(33)}7${'a'.repeat(63)}1c`,
    }
    expect(await ask('eth_supportedEntryPoints')).toContain(entryPoint)
    expect(await ask('eth_estimateUserOperationGas', [operation, entryPoint])).toMatchObject({
      preVerificationGas: expect.stringMatching(/^0x[1-9a-f]/) as string,
    })
    await expect(
      ask('eth_estimateUserOperationGas', [{ ...operation, maxFeePerGas: '0x77359400' }, entryPoint]),
    ).rejects.toMatchObject({ rpcCode: -32500, message: expect.stringContaining('AA21') as string })
    const [sent] = await getLogs(chain.client, { address: entryPoint, event: ended, fromBlock: 0n })
    const hash = sent?.args.userOpHash
    expect(await ask('eth_getUserOperationReceipt', [hash])).toMatchObject({ userOpHash: hash, success: true })
    const known = await ask('eth_getUserOperationByHash', [hash])
    // This bundler does not find operations of EntryPoint 0.8 by their hash.
    if (version === '0.8') expect(known).toBeNull()
    else expect(known).toMatchObject({ userOperation: { sender: sent?.args.sender }, entryPoint })
  },
)
