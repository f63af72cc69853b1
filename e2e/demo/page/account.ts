/** The account block: the state that the page gets from Airlock, and the buttons to connect and disconnect. */
import { byId, setText } from '../dom.ts'
import { type Airlock, connectedAddress, type State } from './airlock.ts'
import { bindTask } from './task.ts'

export function bindAccount(airlock: Airlock): void {
  const connect = byId('connect', HTMLButtonElement)
  const disconnect = byId('disconnect', HTMLButtonElement)
  const status = byId('account-result', HTMLElement)

  // The frame starts to load only when the user is about to connect.
  const prefetch = () => airlock.prefetch()
  connect.addEventListener('pointerenter', prefetch)
  connect.addEventListener('focus', prefetch)

  bindTask({
    button: connect,
    status,
    run: async (report) => {
      const wasConnected = connectedAddress(airlock.getState()) !== undefined
      report(wasConnected ? 'The account is open.' : 'Choose a wallet in the modal…')
      await airlock.open(wasConnected ? { view: 'Account' } : {})
      if (wasConnected) return ''
      return connectedAddress(airlock.getState()) === undefined ? 'Closed without connecting.' : 'Connected.'
    },
  })
  bindTask({
    button: disconnect,
    status,
    run: async (report) => {
      report('Disconnecting…')
      await airlock.disconnect()
      // The focused button is gone now.
      connect.focus()
      return 'Disconnected.'
    },
  })

  const draw = () => {
    drawAccount(airlock.getState(), connect, disconnect)
  }
  airlock.subscribe(draw)
  draw()
}

function drawAccount(state: State, connect: HTMLButtonElement, disconnect: HTMLButtonElement): void {
  const account = state.accounts.eip155
  const address = connectedAddress(state)
  setText(connect, address === undefined ? 'Connect' : 'Open account')
  disconnect.hidden = address === undefined
  setText(byId('account-status', HTMLElement), statusText(account, state.session))
  setText(byId('account-address', HTMLElement), address ?? '–')
  setText(byId('account-network', HTMLElement), networkText(state, address))
  setText(byId('account-balance', HTMLElement), balanceText(account, address))
}

type Account = State['accounts']['eip155']

function statusText(account: Account, session: State['session']): string {
  if (!account || account.status === 'disconnected') return 'Not connected'
  if (account.status === 'connecting') return account.restoring ? 'Restoring the connection…' : 'Connecting…'
  const how = session ? 'Signed in' : 'Connected'
  return account.wallet ? `${how} with ${account.wallet.name}` : how
}

function networkText({ network, unsupported }: State, address: string | undefined): string {
  if (address === undefined) return '–'
  if (unsupported !== undefined) return `Not supported (${unsupported})`
  return network ? `${network.name} (${network.caipNetworkId})` : '–'
}

function balanceText(account: Account, address: string | undefined): string {
  if (address === undefined) return '–'
  return account?.balance ? `${account.balance.formatted} ${account.balance.symbol}` : 'Not read yet'
}
