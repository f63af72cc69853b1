/** An app with wallet-adapter, as its guide says: providers, `autoConnect`, and hooks. */
import { createAirlock } from '@airlock/host-sdk'
import { solanaAdapter } from '@airlock/host-sdk/solana'
import { AirlockWalletAdapter } from '@airlock/host-sdk/wallet-adapter'
import type { WalletError } from '@solana/wallet-adapter-base'
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { verifySignIn } from '@solana/wallet-standard-util'
import { PublicKey } from '@solana/web3.js'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { cluster, endpoint, type Library, options, way } from './page.ts'
import { transferOf } from './transactions.ts'

const airlock = createAirlock({
  ...options,
  announce: way === 'announced',
  ...(way === 'registered' && { adapters: [solanaAdapter()] }),
})
Object.assign(window, { airlock })
const wallets = way === 'adapter' ? [new AirlockWalletAdapter({ airlock })] : []

const errors: string[] = []
const onError = ({ name }: WalletError) => void errors.push(name)

/** Resolves when the hooks say so: selecting and connecting are separate renders. */
async function until<T>(read: () => T | undefined): Promise<T> {
  for (;;) {
    const found = read()
    if (found !== undefined) return found
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

let wallet: ReturnType<typeof useWallet>
let connection: ReturnType<typeof useConnection>['connection']

const has = <T,>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Error(`wallet-adapter has no ${what}`)
  return value
}
const key = () => has(wallet.publicKey, 'key')

const library: Library = {
  names: () => wallet.wallets.map(({ adapter }) => adapter.name),
  async connect(name) {
    const chosen = await until(() => wallet.wallets.find(({ adapter }) => adapter.name === name))
    wallet.select(chosen.adapter.name)
    await until(() => (wallet.wallet?.adapter === chosen.adapter ? true : undefined))
    // `autoConnect` connects what was selected.
    await until(() => (wallet.connected || !wallet.connecting ? true : undefined))
    if (!wallet.connected) await wallet.connect()
    await until(() => wallet.publicKey ?? undefined)
  },
  address: () => wallet.publicKey?.toBase58(),
  signMessage: async (text) => [...(await has(wallet.signMessage, 'signMessage')(new TextEncoder().encode(text)))],
  async sign(forms, to, lamports) {
    const create = (form: (typeof forms)[number]) => transferOf(form, connection, key(), new PublicKey(to), lamports)
    const transactions = await Promise.all(forms.map(create))
    const [first] = transactions
    const signed =
      first && transactions.length === 1
        ? [await has(wallet.signTransaction, 'signTransaction')(first)]
        : await has(wallet.signAllTransactions, 'signAllTransactions')(transactions)
    return signed.map((transaction) => [...transaction.serialize()])
  },
  send: async (form, to, lamports) =>
    wallet.sendTransaction(await transferOf(form, connection, key(), new PublicKey(to), lamports), connection),
  async signIn(nonce) {
    // The embedded wallet signs complete messages only.
    const input = {
      domain: location.host,
      statement: 'Sign in to the test',
      uri: location.origin,
      version: '1',
      chainId: String(cluster?.id),
      nonce,
      issuedAt: new Date().toISOString(),
    }
    return verifySignIn(input, await has(wallet.signIn, 'signIn')(input))
  },
  disconnect: () => wallet.disconnect(),
  errors: () => [...errors],
}

function Expose(): null {
  const current = useWallet()
  const connected = useConnection()
  useEffect(() => {
    wallet = current
    connection = connected.connection
    Object.assign(window, { library })
  })
  return null
}

createRoot(has(document.getElementById('root'), 'root')).render(
  <ConnectionProvider endpoint={endpoint}>
    <WalletProvider wallets={wallets} autoConnect onError={onError}>
      <Expose />
    </WalletProvider>
  </ConnectionProvider>,
)
