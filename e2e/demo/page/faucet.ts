/** Test money: one button per asset, each a request to the page's own server. */
import type { DemoConfig } from '../config.ts'
import { byId } from '../dom.ts'
import { hex, object, optional } from '../parse.ts'
import { type Airlock, currentEvmNetwork } from './airlock.ts'
import { currentAddress, waitForReceipt } from './provider.ts'
import { bindTask } from './task.ts'

const given = object({ hash: optional(hex) })

export function bindFaucet(airlock: Airlock, { networks }: DemoConfig): void {
  const status = byId('faucet-result', HTMLElement)
  const chain = () => currentEvmNetwork(airlock.getState()) ?? networks[0].caipNetworkId
  const evm = (id: string, asset: 'ETH' | 'TST' | 'NFT', words: string) => {
    bindTask({
      button: byId(id, HTMLButtonElement),
      status,
      run: async (report) => {
        report(`${words} on the way…`)
        const { hash } = await give({ asset, chain: chain(), address: await currentAddress(airlock) })
        if (hash) await waitForReceipt(airlock, hash)
        return `You got ${words}.`
      },
    })
  }
  evm('faucet-eth', 'ETH', '1 ETH')
  evm('faucet-tst', 'TST', '100 TST')
  evm('faucet-nft', 'NFT', 'NFTs')

  const sol = byId('faucet-sol', HTMLButtonElement)
  const solana = () => airlock.getState().accounts.solana
  bindTask({
    button: sol,
    status,
    run: async (report) => {
      report('1 SOL on the way…')
      await give({ asset: 'SOL', address: solana()?.address })
      return 'You got 1 SOL.'
    },
  })
  const draw = () => {
    sol.disabled = solana()?.status !== 'connected'
  }
  airlock.subscribe(draw)
  draw()
}

export async function give(gift: object): Promise<{ hash: `0x${string}` | undefined }> {
  const response = await fetch('/faucet', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(gift),
  })
  if (!response.ok) throw new Error(`the faucet answered ${response.status}`)
  return given(await response.json())
}
