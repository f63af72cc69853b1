/**
 * Three years of transactions of an account, for the demo and for screenshots. The chains begin three years ago, and these transactions
 * advance their clocks to the present. Contracts, pools and blocks are real. Nothing of it has value.
 */
import { encodeFunctionData, erc20Abi, getContractAddress, type Hex, parseAbi } from 'viem'
import { assemble, deploying, type Part } from './assembler.ts'
import { batchLog, emitterCode, manyLog, nftLog, type Said, transferLog } from './emitter.ts'
import { demoToken, giver } from './faucet.ts'
import { founder, marketContracts, pairOf } from './market.ts'
import { callRpc } from './rpc.ts'

/** Development accounts, which every EVM node of the world has unlocked. No test uses them. */
export const veteran = {
  address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  privateKey: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
} as const
const friend = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const deployer = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const nobody: Hex = `0x${'0'.repeat(40)}`

const day = 24 * 60 * 60
export const pastSeconds = 3 * 365 * day
const ether = 10n ** 18n
const units = (amount: number) => BigInt(Math.round(amount * 10 ** demoToken.decimals))

/** The contracts deployed by the other account, in this order. */
const contracts = {
  cats: { name: 'Harbour Cats', symbol: 'CAT' },
  tickets: { name: 'Regatta Tickets', symbol: 'TKT' },
  spam: { name: 'Visit claim-usd.example for your reward', symbol: 'CLAIM', decimals: 18n },
  spamNft: { name: 'Airdrop: claim at free-nft.example', symbol: 'FREE' },
  imitation: { name: 'Test Token', symbol: demoToken.symbol, decimals: BigInt(demoToken.decimals) },
} as const satisfies Record<string, Said>
type ContractName = keyof typeof contracts
const names = Object.keys(contracts) as ContractName[] // as: the keys just written
const addressOf = (name: ContractName) => getContractAddress({ from: deployer, nonce: BigInt(names.indexOf(name)) })
const exchange = getContractAddress({ from: deployer, nonce: BigInt(names.length) })

type Sent = { readonly from: Hex; readonly to?: Hex; readonly value?: bigint; readonly data?: Hex }

/** @param now unix seconds: the time of the last block */
export async function fillPast(nodeUrl: string, now: number, years: number): Promise<void> {
  const rpc = (method: string, params: readonly unknown[] = []) => callRpc(nodeUrl, method, params)
  const send = ({ value, ...rest }: Sent) =>
    rpc('eth_sendTransaction', [
      { ...rest, gas: '0x200000', ...(value !== undefined && { value: `0x${value.toString(16)}` }) },
    ])
  await rpc('anvil_setBalance', [veteran.address, `0x${(3n * ether).toString(16)}`])
  await rpc('evm_setAutomine', [false])
  for (const name of names) await send({ from: deployer, data: emitterCode(contracts[name]) })
  await send({ from: deployer, data: deploying(exchangeCode) })
  await send(transferOf(founder, marketContracts.wrapped, exchange, 1_000n * ether))
  await send(transferOf(giver, demoToken.address, veteran.address, units(900)))
  await send(transferOf(giver, demoToken.address, friend, units(900)))
  const events = Array.from({ length: years }, (_, year) => eventsOf(year)).flat()
  const start = now - pastSeconds + day
  for (const [index, transactions] of events.entries()) {
    for (const transaction of transactions) await send(transaction)
    const progress = (index + 1) / (events.length + 1)
    // At varying hours.
    await rpc('evm_mine', [Math.round(start + (pastSeconds - 2 * day) * progress + ((index * 7_919) % day))])
  }
  await rpc('evm_mine', [now])
  await rpc('evm_setAutomine', [true])
}

/** One item per block. */
function eventsOf(year: number): readonly (readonly Sent[])[] {
  const { address: me } = veteran
  const cat = BigInt(year * 10 + 1)
  const token = demoToken.address
  const log = (name: ContractName, data: Hex, from: Hex = deployer): Sent => ({ from, to: addressOf(name), data })
  return [
    [{ from: friend, to: me, value: (ether * BigInt(4 + year)) / 2n }],
    [transferOf(friend, token, me, units(42.5 + year))],
    [{ from: me, to: friend, value: ether / 8n }],
    [swap(me, ether / 4n)],
    [{ ...log('cats', nftLog(nobody, me, cat), me), value: ether / 50n }],
    [log('spam', transferLog(deployer, me, 5_000n * ether))],
    [transferOf(me, token, friend, units(12.25))],
    [transferOf(me, token, friend, units(9_000_000))], // fails: exceeds the balance
    [{ from: me, to: pairOf(demoToken.address, marketContracts.stable), data: approval(friend, 3n * ether) }],
    [log('tickets', manyLog(nobody, me, 3n, 4n), me), { from: friend, to: me, value: ether / 20n }],
    [log('spamNft', nftLog(deployer, me, cat))],
    [log('imitation', transferLog(deployer, me, units(10_000)))],
    // Zero amount, to an address that resembles the friend's.
    [log('imitation', transferLog(me, `0x9965${'0'.repeat(32)}A4dc`, 0n))],
    [swap(me, ether / 10n)],
    [
      log(
        'tickets',
        batchLog(me, friend, [
          [3n, 1n],
          [4n, 0n],
        ]),
        me,
      ),
    ],
    [{ from: me, data: emitterCode() }],
    [transferOf(friend, token, me, units(3.071))],
    [log('cats', nftLog(me, year === 1 ? nobody : friend, cat), me)],
    [{ ...log('cats', nftLog(nobody, me, cat + 1n), me), value: ether / 40n }],
    [{ from: me, to: me, value: ether / 1_000n }],
    [swap(me, ether / 2n)],
    [{ from: me, to: addressOf('cats'), data: `0x4e71d92d${'0'.repeat(320)}` }],
    [transferOf(me, marketContracts.stable, friend, units(100))],
    [{ from: friend, to: me, value: ether / 3n }],
  ]
}

const transferOf = (from: Hex, token: Hex, to: Hex, amount: bigint): Sent => ({
  from,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})
const approval = (spender: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

const pairAbi = parseAbi(['function swap(uint256, uint256, address, bytes)'])

/** Swaps the currency for dollars in the market's pool, at 3,000 for one. */
function swap(from: Hex, amount: bigint): Sent {
  const { wrapped, stable } = marketContracts
  const pair = pairOf(wrapped, stable)
  // A little less than the pool would give.
  const dollars = (amount * 2_950n) / 10n ** 12n
  const amounts = BigInt(stable) < BigInt(wrapped) ? ([dollars, 0n] as const) : ([0n, dollars] as const)
  const first = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [pair, amount] })
  const second = encodeFunctionData({ abi: pairAbi, functionName: 'swap', args: [...amounts, from, '0x'] })
  return { from, to: exchange, value: amount, data: inputOf([wrapped, first], [pair, second]) }
}

/** Calls two contracts for its caller; its input is an address and a call, twice. It keeps any currency it receives. */
const lengths = [68, 164] as const
const exchangeCode = assemble([
  ...lengths.flatMap((length, index): Part[] => {
    const at = index === 0 ? 0 : 32 + lengths[0]
    return [
      length,
      at + 32,
      0,
      'CALLDATACOPY',
      // Gas, address, value, input and output of a call, from the last to the first.
      0,
      0,
      length,
      0,
      0,
      at,
      'CALLDATALOAD',
      'GAS',
      'CALL',
      'ISZERO',
      '>failed',
      'JUMPI',
    ]
  }),
  'STOP',
  ':failed',
  0,
  0,
  'REVERT',
])

function inputOf(...calls: readonly (readonly [to: Hex, data: Hex])[]): Hex {
  for (const [index, [, data]] of calls.entries())
    if (data.length !== 2 + 2 * (lengths[index] ?? 0)) throw new Error(`Call ${index} has another length`)
  return `0x${calls.map(([to, data]) => `${to.slice(2).padStart(64, '0')}${data.slice(2)}`).join('')}`
}
