/** The page that moves a replaced wallet's holdings, with a real Key Worker and a local chain whose node fails at times. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { coins, openCollectibles } from '../../../../e2e/world/collectibles.ts'
import { callRpc } from '../../../../e2e/world/rpc.ts'
import { type Chain, openChain, scope } from '../../../test/support/approval-desk.ts'
import { createPartition, replace, visit } from '../../../test/support/custody-world.ts'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { createSentLog } from '../../../test/support/sent-log.ts'
import { createTestService } from '../../../test/support/wallet-service.ts'
import type { KeyWorkerCalls } from '../key-link/surface.ts'
import { createRotation, type Rotation, type RotationContext } from './rotation.ts'
import { RotationView } from './view/RotationView.tsx'

installIndexedDb()

const userId = 'user-0000000000001'
const curator = '0x00000000000000000000000000000000c0111ec7'
const token = `${scope}/erc20/${coins.dollar.address}`
const coin = `${scope}/native`

let chain: Chain
let old: Address
let fresh: Address
let context: RotationContext
beforeAll(async () => {
  chain = await openChain()
  await openCollectibles(chain.nodeUrl)
  const [service, partition] = [createTestService(), createPartition()]
  old = (await visit(service, userId, partition)).addresses.eip155
  const { addresses, calls } = await replace(service, userId, partition)
  fresh = addresses.eip155
  const own = service.as(userId, (await calls.device({})).thumbprint)
  const notAsked = () => Promise.reject(new Error('not asked'))
  context = {
    session: {
      userId: () => userId,
      // as: only the share of the open wallet is asked for
      call: (async (_: unknown, { path, request }: { path: { walletId: string }; request: { recipient: string } }) =>
        own.share(path.walletId, request)) as never,
    },
    worker: {
      call(method, request) {
        const run: KeyWorkerCalls[typeof method] = calls[method]
        return run(request)
      },
    },
    account: { open: async () => addresses, replace: notAsked },
    passkeys: { use: notAsked },
    rpc: { [scope]: [chain.rpcUrl] },
    alone: partition.alone,
    sent: createSentLog(),
    wait: () => chain.client.mine({ blocks: 1 }),
  }
})
afterAll(() => chain.stop())
beforeEach(async () => {
  chain.behaviours.clear()
  const mint = parseAbi(['function mint(address to, uint256 amount)'])
  const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [old, 5n] })
  await callRpc(chain.nodeUrl, 'eth_sendTransaction', [{ from: curator, to: coins.dollar.address, data }])
  await chain.client.setBalance({ address: old, value: 10n ** 18n })
})

const planOf = (rotation: Rotation) => {
  const screen = rotation.screen()
  if (screen.status !== 'plan') throw new Error(screen.status)
  return screen
}
const stateOf = (rotation: Rotation, key: string) => planOf(rotation).items.find((item) => item.key === key)?.state
const coinsOf = (address: Hex) => getBalance(chain.client, { address })
const drawn = (rotation: Rotation) =>
  renderToStaticMarkup(
    createElement(RotationView, {
      screen: rotation.screen(),
      control: rotation,
      place: { kind: 'window', isArmed: true },
      onLeave: () => {},
      onSignIn: () => {},
    }),
  )

describe('the coin that pays for the others', () => {
  beforeEach(() =>
    chain.behaviours.set('eth_estimateGas', async (ask, body) => (body.includes('0xa9059cbb') ? undefined : ask())),
  )

  test('stays while one of them may still be moved', async () => {
    const rotation = createRotation(context)
    await rotation.load()
    await rotation.move()
    expect(stateOf(rotation, token)).toEqual({ at: 'failed', why: 'network' })
    expect(stateOf(rotation, coin)).toEqual({ at: 'failed', why: 'needed' })
    expect(await coinsOf(old)).toBe(10n ** 18n)
    chain.behaviours.clear()
    await rotation.move()
    expect([stateOf(rotation, token), stateOf(rotation, coin)]).toEqual([{ at: 'confirmed' }, { at: 'confirmed' }])
    expect(await coinsOf(fresh)).toBeGreaterThan(9n * 10n ** 17n)
  })

  test('goes without them if the user leaves them', async () => {
    const rotation = createRotation(context)
    await rotation.load()
    await rotation.move()
    rotation.toggle(token)
    await rotation.move()
    expect(stateOf(rotation, coin)).toEqual({ at: 'confirmed' })
  })
})

test('a list that could not be read is not an empty one [C332]', async () => {
  let isAsked = false
  const rotation = createRotation({
    ...context,
    worker: {
      call(method, request) {
        if (isAsked) throw new Error('the Worker has ended')
        isAsked = method === 'known'
        return context.worker.call(method, request)
      },
    },
  })
  await rotation.load()
  expect(planOf(rotation)).toMatchObject({ items: [], trouble: 'failed' })
  expect(drawn(rotation)).not.toContain('Nothing was found')
  rotation.askEnd(true)
  expect(drawn(rotation)).toContain('There may still be something')
})
