/** AppKit's hooks on a server: they render the state of an instance before its frame has loaded. */
import {
  AppKitButton,
  AppKitProvider,
  createAppKit,
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitConnection,
  useAppKitConnections,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from '@airlock/host-sdk/appkit/react'
import { useAppKitConnection as useSolanaConnection } from '@airlock/host-sdk/appkit-adapter-solana/react'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ethereum, options, solana } from './support.ts'

/** Returns the value that a component reads while it renders. */
function render<T>(read: () => T, around: (child: ReactNode) => ReactNode = (child) => child): T {
  const values: T[] = []
  const Probe = () => {
    values.push(read())
    return null
  }
  renderToString(around(createElement(Probe)))
  const [value] = values
  if (value === undefined) throw new Error('not rendered')
  return value
}

test('a hook without an instance says what to call', () => {
  expect(() => render(useAppKit)).toThrow('call `createAppKit` first')
})

test('a provider creates the instance before its children render', () => {
  const around = (child: ReactNode) => createElement(AppKitProvider, options(), child)
  expect(render(useAppKitState, around)).toMatchObject({ initialized: true, open: false })
})

test('hooks render the state of an instance that has not loaded anything', async () => {
  createAppKit(options({ themeMode: 'dark' }))
  expect(render(useAppKitAccount)).toMatchObject({ isConnected: false, status: 'disconnected', allAccounts: [] })
  expect(render(useAppKitNetwork)).toMatchObject({ caipNetworkId: 'eip155:1', chainId: 1 })
  expect(render(() => useAppKitProvider('eip155'))).toEqual({
    walletProvider: undefined,
    walletProviderType: undefined,
  })
  expect(render(useWalletInfo)).toEqual({ walletInfo: undefined })
  expect(render(useAppKitTheme)).toMatchObject({ themeMode: 'dark', themeVariables: {} })
  expect(render(useAppKitEvents).data.event).toBe('MODAL_CREATED')
  expect(render(useAppKitConnections)).toEqual({ connections: [], recentConnections: [] })
  const { connection, switchConnection } = render(useAppKitConnection)
  expect(connection).toBeUndefined()
  expect(() => switchConnection()).toThrow('`switchConnection`')
  expect(await render(useAppKitBalance).fetchBalance()).toMatchObject({ isError: true, data: undefined })
  await render(useDisconnect).disconnect({ namespace: 'eip155' }) // nothing is connected
  await expect(render(useAppKit).open()).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
})

test('the connection of Solana is to the page’s own node', () => {
  const node = (more: object = {}) => {
    createAppKit(options({ networks: [ethereum, solana], ...more }))
    return render(useSolanaConnection).connection?.rpcEndpoint
  }
  expect(node()).toBe(solana.rpcUrls.default.http[0])
  expect(node({ transports: { [solana.caipNetworkId]: ['https://own.example/'] } })).toBe('https://own.example/')
  expect(node({ customRpcUrls: { [solana.caipNetworkId]: [{ url: 'https://custom.example/' }] } })).toBe(
    'https://custom.example/',
  )
  expect(node({ networks: [ethereum] })).toBeUndefined()
})

test('AppKit’s other names of the entry have the same hooks and the same instance', async () => {
  const other = await import('@airlock/host-sdk/appkit/react-core')
  const made = createAppKit(options({ debug: false }))
  expect(other.modal).toBe(made)
  expect((await import('@airlock/host-sdk/appkit/library/react')).useAppKit).toBe(useAppKit)
})

test('a component is the element of its name', () => {
  expect(renderToString(createElement(AppKitButton, { balance: 'hide', loadingLabel: 'Wait', disabled: true }))).toBe(
    '<appkit-button balance="hide" loadinglabel="Wait" disabled=""></appkit-button>',
  )
})
