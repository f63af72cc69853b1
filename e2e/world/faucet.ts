/** The demo's test money: real transfers on the local chains, from well-funded accounts. Nothing of it has value. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { encodeFunctionData, getContractAddress, type Hex, isAddress, parseAbi } from 'viem'
import * as z from 'zod'
import type { GiveCollectibles } from './collectibles.ts'
import { callRpc } from './rpc.ts'
import type { WorldSolana } from './solana.ts'
import { testToken } from './test-token.ts'

/** The last of the development accounts, which every EVM node of the world has unlocked. No test uses it. */
export const giver = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** The first contract of its deployer, so it has the same address on every chain. */
export const demoToken = {
  address: getContractAddress({ from: giver, nonce: 0n }),
  symbol: 'TST',
  decimals: 6,
} as const

/** A blue drop on sand. */
export const faucetPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAArElEQVR42u3Zyw2AMAwE0W2KziiUEzVQAAXQAEgk5LM2I7mAeacots5jCz0CAAAAAAAAAAAwAyzrfjvWgKfo3hiNT2/L0MT6JgZNTG/CkEP9F4NM6qsN8qmvM/wM0Lu+wiC3+lLDbwAj64sMAACMAIyvf28AAAAAAAD9AbzEAADwI3MAhP/UsxfyAIRfLWZY7mZYr2c4cCQ5MWU48iU5s3KpBwAAAAAAAAAEnAuZ1PPt370mqgAAAABJRU5ErkJggg=='

const gifts = { ether: 10n ** 18n, sol: 1, tokens: 100n * 10n ** BigInt(demoToken.decimals) } as const
const supply = 10n ** 18n

const EvmAddress = z.string().refine((value) => isAddress(value, { strict: false }), 'not an address')
const Gift = z.discriminatedUnion('asset', [
  z.strictObject({ asset: z.literal(['ETH', 'TST', 'NFT']), chain: z.string().max(64), address: EvmAddress }),
  z.strictObject({ asset: z.literal('SOL'), address: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) }),
])

/** `hash`: the transfer's transaction, if there is one to wait for. */
export type Given = { readonly hash?: Hex }
export type Faucet = (gift: z.infer<typeof Gift>) => Promise<Given | undefined>

type Chain = { readonly caip2: string; readonly nodeUrl: string }

/** Deploys the token on each chain. NFTs come with tokens of other kinds. */
export async function startFaucet(options: {
  chains: readonly Chain[]
  solana: WorldSolana
  giveCollectibles: GiveCollectibles
}): Promise<Faucet> {
  const { chains, solana, giveCollectibles } = options
  const send = async ({ nodeUrl }: Chain, transaction: { to?: string; value?: Hex; data?: Hex }): Promise<Hex> => {
    const hash = await callRpc(nodeUrl, 'eth_sendTransaction', [{ from: giver, ...transaction }])
    return z.templateLiteral(['0x', z.string()]).parse(hash)
  }
  await Promise.all(chains.map((chain) => send(chain, { data: testToken({ holder: giver, supply }) })))
  return async (gift) => {
    if (gift.asset === 'SOL') {
      await solana.fund(gift.address, { sol: gifts.sol })
      return {}
    }
    const chain = chains.find(({ caip2 }) => caip2 === gift.chain)
    if (!chain) return undefined
    if (gift.asset === 'NFT') {
      await giveCollectibles(chain.nodeUrl, gift.address as Hex) // as: the schema said so
      return {}
    }
    const hash = await send(
      chain,
      gift.asset === 'ETH'
        ? { to: gift.address, value: `0x${gifts.ether.toString(16)}` }
        : { to: demoToken.address, data: transferOf(gift.address as Hex) }, // as: the schema said so
    )
    return { hash }
  }
}

const transferOf = (to: Hex): Hex =>
  encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 amount) returns (bool)']),
    args: [to, gifts.tokens],
  })

export const faucetPath = '/faucet'

/** Accepts `POST` from pages of its own origin only. */
export function createFaucetRoute(faucet: Faucet): Hono {
  const app = new Hono()
  app.post('/', bodyLimit({ maxSize: 1024, onError: (c) => c.text('Too long', 413) }), async (c) => {
    if (c.req.header('origin') !== new URL(c.req.url).origin) return c.text('Another origin', 403)
    const gift = Gift.safeParse(await c.req.json().catch(() => undefined))
    if (!gift.success) return c.text(z.prettifyError(gift.error), 400)
    const given = await faucet(gift.data)
    return given ? c.json(given) : c.text('No such chain', 404)
  })
  return app
}
