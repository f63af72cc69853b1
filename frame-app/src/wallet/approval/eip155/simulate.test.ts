/** Transactions on a local chain whose contracts do more than the request says. */
import {
  type Address,
  concat,
  createWalletClient,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  type Hex,
  http,
  maxUint256,
  numberToHex,
  parseAbi,
  size,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getBlock } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, openChain, openDesk, send, shows } from '../../../../test/support/approval-desk.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { address, tokens } from '../../decode/intent.ts'

const never = new AbortController().signal
const you: Address = '0x00000000000000000000000000000000000000C3'
const abi = parseAbi(['event Approval(address indexed owner, address indexed spender, uint256 value)'])
let chain: Chain
let account: PrivateKeyAccount
beforeAll(async () => {
  chain = await openChain()
  account = await chain.newAccount()
})
afterAll(() => chain.stop())

async function deploy(code: Hex): Promise<Address> {
  // Init code: copies the bytes after these eleven, and returns them as the contract's code.
  const start = concat([`0x60${size(code).toString(16).padStart(2, '0')}`, '0x80600b6000396000f3'])
  const wallet = createWalletClient({ chain: foundry, transport: http(chain.nodeUrl), account })
  const { contractAddress } = await chain.receiptOf(await wallet.sendTransaction({ data: concat([start, code]) }))
  if (!contractAddress) throw new Error('no contract')
  return checksum(contractAddress)
}
async function shown(params: object, isHostPinned = true) {
  const { approvals } = openDesk({ account, rpcUrl: chain.rpcUrl, isHostPinned })
  void approvals.ask(send(params), never).catch(() => {})
  const { prepared } = await shows(approvals, 'asking')
  return { ...prepared, needsWindow: approvals.needsWindow(prepared) }
}

/** Logs its call data: three topics, then the data. */
const logger: Hex = '0x604035602035600035606036038060606000376000a300'
const unlimitedApproval = () =>
  concat([
    ...encodeEventTopics({ abi, args: { owner: account.address, spender: you } }).flatMap((topic) =>
      typeof topic === 'string' ? [topic] : [],
    ),
    encodeAbiParameters([{ type: 'uint256' }], [maxUint256]),
  ])
const right = (token: Address) => ({ kind: 'allow', facts: [tokens(token, 'unlimited'), address('spender', you)] })

test('an unreadable call that gives away a right shows the right, and needs a window [C69]', async () => {
  const token = await deploy(logger)
  const prepared = await shown({ to: token, data: unlimitedApproval() }, false)
  expect(prepared.simulation).toEqual({ status: 'works', changes: [], isCut: false, rights: [right(token)] })
  expect(prepared.intent).toMatchObject({ kind: 'call', blind: true })
  expect(prepared.intent.warnings).toEqual(['givesRights', 'unlimited', 'unreadable'])
  expect(prepared.needsWindow).toBe(true)
})

describe('a contract that behaves well in simulations', () => {
  test.each([
    ['base fee', '48'],
    ['gas price', '3a'],
  ])('tests for a %s of zero: the simulation shows what it does on the chain [C90]', async (_, opcode) => {
    // Stops if the value is zero; otherwise jumps to the logger, after these six bytes.
    const moved: Hex = `0x${opcode}600557005b`
    const token = await deploy(concat([moved, logger]))
    const { simulation } = await shown({ to: token, data: unlimitedApproval() })
    expect(simulation).toMatchObject({ status: 'works', rights: [right(token)] })
  })

  test('runs with the fields of the transaction, in a block like a real one [C90]', async () => {
    const bodies: string[] = []
    chain.behaviours.set('eth_simulateV1', (ask, body) => {
      bodies.push(body)
      return ask()
    })
    const { request } = await shown({ to: you, value: '0x1' })
    chain.behaviours.clear()
    const { miner, mixHash } = await getBlock(chain.client, { blockTag: 'latest' })
    expect(request).toMatchObject({ kind: 'evmTransaction' })
    expect(JSON.parse(bodies[0] ?? '{}')).toMatchObject({
      params: [
        {
          blockStateCalls: [
            {
              blockOverrides: { feeRecipient: miner, prevRandao: mixHash },
              calls: [
                request.kind === 'evmTransaction' && {
                  gas: request.gas,
                  maxFeePerGas: request.maxFeePerGas,
                  maxPriorityFeePerGas: request.maxPriorityFeePerGas,
                },
              ],
            },
          ],
          validation: true,
        },
        'pending',
      ],
    })
  })
})

test('every block can be simulated on, whatever its random value begins with [C90]', async () => {
  for (const first of ['0x0', '0x00', '0xf']) {
    chain.behaviours.set('eth_getBlockByNumber', async (ask) =>
      (await ask()).replace(/"mixHash":"0x\w+"/, `"mixHash":"${first.padEnd(66, '7')}"`),
    )
    expect((await shown({ to: you, value: '0x1' })).simulation).toMatchObject({ status: 'works' })
  }
  chain.behaviours.clear()
})

describe('a transaction that would fail [C89]', () => {
  /** Reverts with its call data as the error. */
  const failing: Hex = '0x366000600037366000fd'
  const failsWith = async (data: Hex) => shown({ to: await deploy(failing), data, gas: '0x186a0' })

  test('says why, in words of the contract that are cleaned and bounded', async () => {
    const words = `Not yours\u202e\n${'!'.repeat(500)}`
    const message = encodeErrorResult({ abi: parseAbi(['error Error(string message)']), args: [words] })
    const { simulation, intent } = await failsWith(message)
    expect(simulation).toEqual({ status: 'fails', reason: `Not yours ${'!'.repeat(149)}…` })
    expect(intent).toMatchObject({ blind: true })
    expect(intent.warnings).toContain('wouldFail')
  })

  test.each<[string, Hex, object]>([
    ['a panic', concat(['0x4e487b71', numberToHex(0x11, { size: 32 })]), { reason: 'Panic 17' }],
    ['an error of its own kind', '0xdeadbeef00', { reason: '0xdeadbeef' }],
    ['nothing', '0x', {}],
  ])('says %s', async (_, data, reason) => {
    // A transaction without data to a contract is a plain payment.
    expect((await failsWith(data)).simulation).toEqual({ status: 'fails', ...reason })
  })
})

test('a fee of most of the balance is a danger, and a usual one is not [C82]', async () => {
  const tip = numberToHex(10n ** 13n)
  const high = await shown({ to: you, value: '0x1', maxFeePerGas: tip, maxPriorityFeePerGas: tip })
  expect(high.intent.warnings).toEqual(['highFee'])
  const gas = numberToHex(6n * 10n ** 8n)
  expect((await shown({ to: you, value: '0x1', gas, maxFeePerGas: numberToHex(10n ** 9n) })).intent.warnings).toContain(
    'highFee',
  )
  expect((await shown({ to: you, value: '0x1' })).intent.warnings).toEqual([])
})
