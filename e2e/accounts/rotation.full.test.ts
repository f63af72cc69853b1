/**
 * The key of a wallet is replaced with the real services, and what it holds moves on real chains: ordinary tokens and NFTs, tokens that take
 * a fee, return nothing, refuse or lie, and a wallet that is interrupted at every transaction. Tokens of Solana: `solana-sweep.test.ts`.
 */
import { text } from 'node:stream/consumers'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  http,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rotation } from '../../frame-app/src/wallet/account-pages/rotation.ts'
import type { Item } from '../../frame-app/src/wallet/rotation/items.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { assemble } from '../world/assembler.ts'
import { coins, collectibles, openCollectibles } from '../world/collectibles.ts'
import { solanaChain } from '../world/networks.ts'
import { type EvmNode, startNode } from '../world/node.ts'
import { callRpc } from '../world/rpc.ts'
import { type SvmNode, startSvmNode } from '../world/svm/node.ts'
import { createPlace, signIn, type Tab } from './place.ts'
import { type Services, startServices } from './services.ts'

installIndexedDb()

let services: Services
let node: EvmNode
let second: EvmNode
let svm: SvmNode
let people = 0
const chain = 'eip155:31337'
const other = 'eip155:31338'
/** The node takes JSON alone; the wallet asks with text, for which browsers need no preflight. `isDown`: it answers no call. */
const gates: Listening[] = []
let isDown = false
async function gateTo(url: string): Promise<string> {
  const gate = await listenOnLoopback(async (request, response) => {
    if (isDown) return void request.socket.destroy()
    const body = await text(request)
    const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(await answer.text())
  }, 0)
  gates.push(gate)
  return `http://127.0.0.1:${gate.port}`
}
beforeAll(async () => {
  ;[services, node, second, svm] = await Promise.all([
    startServices(),
    startNode({ chainId: 31_337 }),
    startNode({ chainId: 31_338 }),
    startSvmNode(solanaChain),
  ])
  await openCollectibles(node.rpcUrl)
  const rpc: ProjectRecord['rpc'] = {
    [chain]: [await gateTo(node.rpcUrl)],
    [other]: [await gateTo(second.rpcUrl)],
    [solanaChain.caip2]: [svm.rpcUrl],
  }
  services = { ...services, project: { ...services.project, rpc } }
})
afterAll(() =>
  Promise.all([services.stop(), node.stop(), second.stop(), svm.stop(), ...gates.map((gate) => gate.close())]),
)

const client = () => createPublicClient({ transport: http(node.rpcUrl) })
const items = parseAbi([
  'function mint(address to, uint256 id, string uri)',
  'function ownerOf(uint256 id) view returns (address)',
])
const editions = parseAbi([
  'function mint(address to, uint256 id, uint256 amount)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
])
const mintCoins = parseAbi(['function mint(address to, uint256 amount)'])
const curator = '0x00000000000000000000000000000000c0111ec7'
const send = (to: Hex, data: Hex) =>
  callRpc(node.rpcUrl, 'eth_sendTransaction', [{ from: curator, gas: '0x100000', to, data }])
const give = (url: string, to: string, wei: bigint) => callRpc(url, 'anvil_setBalance', [to, `0x${wei.toString(16)}`])

/** A token that names an owner in its log and answers every call with one; or refuses every call that is longer than that for a balance. */
async function deploy(owner: string, isRefusing: boolean): Promise<Hex> {
  const topic = BigInt('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
  const runtime = assemble([
    'CALLDATASIZE',
    '>called',
    'JUMPI',
    BigInt(owner),
    1,
    topic,
    0,
    0,
    'LOG3',
    'STOP',
    ':called',
    ...(isRefusing ? ([37, 'CALLDATASIZE', 'LT', '>answer', 'JUMPI', 0, 0, 'REVERT', ':answer'] as const) : []),
    1,
    0,
    'MSTORE',
    32,
    0,
    'RETURN',
  ])
  const address = getContractAddress({ from: curator, nonce: BigInt(1000 + people * 2 + Number(isRefusing)) })
  await callRpc(node.rpcUrl, 'anvil_setCode', [address, `0x${Buffer.from(runtime).toString('hex')}`])
  await send(address, '0x')
  return address
}

async function newPerson() {
  const email = `moves${people++}@example.org`
  const place = createPlace(services)
  const tab = place.tab()
  const { address, mails } = await signIn(services, tab, email)
  const coming = address()
  await expect.poll(() => tab.security.screen()?.kind).not.toBe('newDevice')
  await coming
  const never = new AbortController().signal
  const old = await tab.account.addresses(never)
  return { email, place, tab, old, mails, never }
}

async function opened(tab: Tab): Promise<Rotation> {
  await tab.security.showRotation()
  const rotation = tab.security.rotation()
  if (!rotation) throw new Error('no page')
  await expect.poll(() => rotation.screen().status).not.toBe('loading')
  return rotation
}
const planOf = (rotation: Rotation) => {
  const screen = rotation.screen()
  if (screen.status !== 'plan') throw new Error(`not a plan: ${JSON.stringify(screen)}`)
  return screen
}
const read = async (rotation: Rotation) => {
  await expect.poll(() => planOf(rotation).isReading, { timeout: 20_000 }).toBe(false)
  return planOf(rotation)
}
const states = (all: readonly Item[]) => Object.fromEntries(all.map(({ key, state }) => [key, state]))

describe('a wallet with a new key', { timeout: 120_000 }, () => {
  test('gets everything that can be moved, and says what stays [C320] [C321]', async () => {
    const { tab, old, never } = await newPerson()
    const liar = await deploy(old.eip155, false)
    const refusing = await deploy(old.eip155, true)
    await give(node.rpcUrl, old.eip155, parseEther('2'))
    await give(second.rpcUrl, old.eip155, parseEther('1'))
    const owner = old.eip155
    for (const { address } of [coins.dollar, coins.fee, coins.old])
      await send(address, encodeFunctionData({ abi: mintCoins, functionName: 'mint', args: [owner, 1_000_000n] }))
    await send(collectibles.prints, encodeFunctionData({ abi: items, functionName: 'mint', args: [owner, 7n, ''] }))
    await send(
      collectibles.editions,
      encodeFunctionData({ abi: editions, functionName: 'mint', args: [owner, 65n, 3n] }),
    )
    await callRpc(svm.rpcUrl, 'requestAirdrop', [old.solana, 2_000_000_000])
    svm.token.give(old.solana, 5_000_000n)

    const moved: string[] = []
    tab.account.onMoved((to) => void moved.push(to.eip155))
    const rotation = await opened(tab)
    expect(rotation.screen()).toMatchObject({ status: 'asking' })
    await rotation.replace()
    const plan = await read(rotation)
    expect(plan.former).toEqual(old)
    expect(plan.notes).toEqual([])
    const fresh = await tab.account.addresses(never)
    expect(moved).toEqual([fresh.eip155])
    expect(plan.items.map(({ what: { kind } }) => kind).sort()).toEqual(
      ['erc1155', 'erc20', 'erc20', 'erc20', 'erc20', 'erc20', 'erc721', 'native', 'native', 'sol', 'spl'].sort(),
    )
    await rotation.move()
    const after = states(planOf(rotation).items)
    expect(after[`${chain}/erc20/${liar}`]).toEqual({ at: 'failed', why: 'remains' })
    expect(after[`${chain}/erc20/${refusing}`]).toEqual({ at: 'failed', why: 'refused' })
    const rest = Object.entries(after).filter(([key]) => !key.includes(liar) && !key.includes(refusing))
    expect(rest.map(([, { at }]) => at)).toEqual(rest.map(() => 'confirmed'))

    const to = fresh.eip155
    const balance = (token: Hex) =>
      client().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [to] })
    expect(await balance(coins.dollar.address)).toBe(1_000_000n)
    expect(await balance(coins.old.address)).toBe(1_000_000n)
    // Its contract takes one percent of each transfer.
    expect(await balance(coins.fee.address)).toBe(990_000n)
    const print = { address: collectibles.prints, abi: items, functionName: 'ownerOf', args: [7n] } as const
    expect(await client().readContract(print)).toBe(to)
    const edition = {
      address: collectibles.editions,
      abi: editions,
      functionName: 'balanceOf',
      args: [to, 65n],
    } as const
    expect(await client().readContract(edition)).toBe(3n)
    expect(await client().getBalance({ address: to })).toBeGreaterThan(parseEther('1.99'))
    const two = createPublicClient({ transport: http(second.rpcUrl) })
    expect(await two.getBalance({ address: to })).toBeGreaterThan(parseEther('0.99'))
    const filter = [fresh.solana, { mint: svm.token.mint }, { encoding: 'jsonParsed' }]
    expect(await callRpc(svm.rpcUrl, 'getTokenAccountsByOwner', filter)).toMatchObject({
      value: [{ account: { data: { parsed: { info: { tokenAmount: { amount: '5000000' } } } } } }],
    })
    const lamports = await callRpc(svm.rpcUrl, 'getBalance', [fresh.solana])
    expect(lamports).toMatchObject({ value: expect.any(Number) as number })
    expect((lamports as { value: number }).value).toBeGreaterThan(1_980_000_000) // as: just checked

    await rotation.read()
    const left = await read(rotation)
    expect(left.items.map(({ what: { kind }, state }) => [kind, state.at === 'skipped' && state.why])).toEqual(
      expect.arrayContaining([['native', 'fee']]),
    )
    expect(left.items.filter(({ what: { kind } }) => kind === 'spl' || kind === 'sol')).toEqual([])
  })

  test('goes on after a reload, and with a network that does not answer', async () => {
    const { tab, place, old } = await newPerson()
    const mint = encodeFunctionData({ abi: mintCoins, functionName: 'mint', args: [old.eip155, 5n] })
    await send(coins.dollar.address, mint)
    const rotation = await opened(tab)
    await rotation.replace()
    await read(rotation)
    await rotation.move()
    expect(states(planOf(rotation).items)).toMatchObject({
      [`${chain}/erc20/${coins.dollar.address}`]: { at: 'failed', why: 'noFee' },
    })
    isDown = true
    await rotation.read()
    const { items: none, notes } = await read(rotation)
    isDown = false
    expect([none.filter(({ scope }) => scope === chain), notes.map(({ is }) => is)]).toEqual([
      [],
      ['unreachable', 'unreachable'],
    ])
    await give(node.rpcUrl, old.eip155, parseEther('0.1'))
    // Another tab of the partition, as after a reload.
    const again = place.tab()
    const later = await opened(again)
    const plan = await read(later)
    expect(plan.former).toEqual(old)
    later.toggle(`${chain}/native`)
    await later.move()
    expect(states(planOf(later).items)).toMatchObject({
      [`${chain}/erc20/${coins.dollar.address}`]: { at: 'confirmed' },
      [`${chain}/native`]: { at: 'skipped', why: 'user' },
    })
    expect(await client().getBalance({ address: old.eip155 })).toBeGreaterThan(parseEther('0.09'))
    later.toggle(`${chain}/native`)
    await later.move()
    expect(await client().getBalance({ address: old.eip155 })).toBeLessThan(parseEther('0.01'))
  })

  test('is also made from a device that has not deposited the recovery; until it is active, the old one opens by email elsewhere [C373]', async () => {
    const { email, old } = await newPerson()
    const there = createPlace(services).tab()
    expect(await (await signIn(services, there, email, { seen: 1 })).address()).toBe(old.eip155)
    const third = async (seen: number) => {
      services.advance(31_000)
      return (await signIn(services, createPlace(services).tab(), email, { seen })).address()
    }
    // The email asks before the halves of this device count.
    services.cutAt(/\/activate$/)
    services.advance(31_000)
    services.readMails(email)
    const rotation = await opened(there)
    await rotation.replace()
    expect(rotation.screen()).toMatchObject({ status: 'asking', trouble: expect.anything() as unknown })
    services.cutAt(undefined)
    expect(await third(2)).toBe(old.eip155)
    await rotation.replace()
    await read(rotation)
    expect(planOf(rotation).former).toEqual(old)
    const fresh = (await there.account.addresses(new AbortController().signal)).eip155
    expect(fresh).not.toBe(old.eip155)
    expect(await third(3)).toBe(fresh)
  })

  test('another device is signed out, joins the new wallet, and moves the rest; the end erases the old key [C318]', async () => {
    const { email, tab, old, mails } = await newPerson()
    const elsewhere = createPlace(services)
    const there = elsewhere.tab()
    const joined = await signIn(services, there, email, { seen: 1 })
    expect(await joined.address()).toBe(old.eip155)
    const rotation = await opened(tab)
    await rotation.replace()
    await read(rotation)
    await expect.poll(() => mails.count('notice')).toBeGreaterThan(0)
    const { jwk: signedOut } = await elsewhere.vault().deviceKeys()
    await there.account.isOnlyWayIn().catch(() => {})
    expect(there.account.isConnected()).toBe(false)
    // A login that begins with the old key of the device is lost.
    await expect.poll(async () => (await elsewhere.vault().deviceKeys()).jwk).not.toEqual(signedOut)
    await give(second.rpcUrl, old.eip155, parseEther('1'))
    const back = elsewhere.tab()
    // The service sends a device one email in 30 seconds.
    services.advance(31_000)
    const again = await signIn(services, back, email, { seen: 2 })
    expect(await again.address()).not.toBe(old.eip155)
    const theirs = await opened(back)
    await read(theirs)
    await theirs.move()
    expect(states(planOf(theirs).items)[`${other}/native`]).toEqual({ at: 'confirmed' })
    theirs.askEnd(true)
    await theirs.end()
    expect(theirs.screen()).toMatchObject({ status: 'asking', isEnded: true })
    const last = await opened(back)
    expect(last.screen()).toMatchObject({ status: 'asking' })
  })
})
