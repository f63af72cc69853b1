/** The two accounts and their balances on each chain. */
import { formatEther } from 'viem/utils'
import { byId, element, setText } from '../dom.ts'
import { quantity } from '../parse.ts'
import { createRpc, fundEmptyAccount } from '../wallet/worker/rpc.ts'
import type { Phone } from './phone.ts'

export function createAccountsView({ accounts, networks, solana }: Pick<Phone, 'accounts' | 'networks' | 'solana'>): {
  draw(): Promise<void>
} {
  const rows = accounts.map(({ address }, index) => {
    const holdings = networks.map((network) => ({ network, value: element('dd', { class: 'figure' }, '…') }))
    const item = element(
      'li',
      {},
      element('h3', {}, `Account ${index + 1}`),
      element('p', { class: 'mono' }, element('bdi', { dir: 'ltr' }, address)),
      element(
        'dl',
        { class: 'summary' },
        ...holdings.map(({ network, value }) => element('div', {}, element('dt', {}, network.name), value)),
      ),
    )
    return { address, holdings, item }
  })
  const held = element('dd', { class: 'figure' }, '…')
  const onSolana = solana && [
    element(
      'li',
      {},
      element('h3', {}, solana.network.name),
      element('p', { class: 'mono' }, element('bdi', { dir: 'ltr' }, solana.address)),
      element('dl', { class: 'summary' }, element('div', {}, element('dt', {}, 'Balance'), held)),
    ),
  ]
  byId('accounts', HTMLUListElement).append(...rows.map(({ item }) => item), ...(onSolana ?? []))
  const draw = async () => {
    void solana?.balance().then(
      (text) => setText(held, text),
      () => setText(held, 'Not read'),
    )
    await Promise.all(
      rows.flatMap(({ address, holdings }) =>
        holdings.map(async ({ network, value }) => {
          const rpc = createRpc(network.rpcUrl)
          await fundEmptyAccount(rpc, address)
          const text = await rpc('eth_getBalance', [address, 'latest']).then(
            (wei) => `${floor(formatEther(BigInt(quantity(wei))))} ${network.symbol}`,
            () => 'Not read',
          )
          setText(value, text)
        }),
      ),
    )
  }
  return { draw }
}

/** Rounds down to three decimals. */
function floor(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.')
  return `${whole}.${part.slice(0, 3).padEnd(3, '0')}`
}
