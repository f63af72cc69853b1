import { type Airlock, createAirlock } from '@airlock/host-sdk'
import { airlock as connector } from '@airlock/host-sdk/wagmi'
import { useEffect } from 'react'
import {
  useAccount,
  useConnect,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
} from 'wagmi'
import { offer, readOptions } from './page.ts'
import { render } from './react.tsx'
import { configure } from './wagmi.ts'

function Page({ airlock }: { readonly airlock: Airlock }) {
  const { address, chainId, status } = useAccount()
  const { connectAsync, connectors } = useConnect()
  const { disconnectAsync } = useDisconnect()
  const { signMessageAsync } = useSignMessage()
  const { signTypedDataAsync } = useSignTypedData()
  const { sendTransactionAsync } = useSendTransaction()
  const { switchChainAsync } = useSwitchChain()
  // No list of dependencies: the test calls the functions of the last render.
  useEffect(() => {
    offer(airlock, {
      async connect() {
        const found = connectors.find(({ id }) => id === 'airlock')
        if (!found) throw new Error('wagmi does not list the connector')
        await connectAsync({ connector: found })
      },
      // While it reconnects, wagmi shows what it has stored.
      account: async () => (status === 'connected' ? { address, chainId } : undefined),
      sign: (message) => signMessageAsync({ message }),
      signTypedData: (data) => signTypedDataAsync(data),
      send: (to, value) => sendTransactionAsync({ to, value }),
      switchChain: (id) => switchChainAsync({ chainId: id }),
      disconnect: () => disconnectAsync(),
    })
  })
  return null
}

const options = readOptions()
const airlock = createAirlock(options)
render(configure(options.networks, [connector({ airlock })]), <Page airlock={airlock} />)
