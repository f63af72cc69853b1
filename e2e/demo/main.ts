/** The demo host page: an ordinary dapp that uses Airlock. Creates and connects its parts. */
import { parseConfig } from './config.ts'
import { byId } from './dom.ts'
import { bindAccount } from './page/account.ts'
import { type Airlock, connectedAddress, createDemoAirlock } from './page/airlock.ts'
import { bindAppearance } from './page/appearance.ts'
import { toFailure } from './page/failure.ts'
import { bindFaucet } from './page/faucet.ts'
import { bindInbox } from './page/inbox.ts'
import { bindLog } from './page/log.ts'
import { bindNetworks } from './page/networks.ts'
import { bindSend } from './page/send.ts'
import { bindSign, bindSignOrder } from './page/sign.ts'
import { bindSite } from './page/site.ts'
import { bindSmartAccount } from './page/smart-account.ts'
import { bindSolana } from './page/solana.ts'
import { applyTheme, readTheme } from './theme.ts'
import { startDemoWallet } from './wallet/start.ts'

applyTheme(readTheme())
try {
  start()
} catch (error) {
  showFault(error)
  byId('connect', HTMLButtonElement).disabled = true
}

function start(): void {
  const config = parseConfig(document)
  const hasDemoWallet = new URLSearchParams(location.search).get('wallet') !== 'none'
  if (hasDemoWallet) startDemoWallet(config)
  else offerDemoWallet()
  if (config.phoneUrl) byId('phone-link', HTMLAnchorElement).href = config.phoneUrl

  bindSite(config)
  bindInbox(config)

  const airlock = createDemoAirlock(config)
  bindLog(airlock)
  bindAppearance(airlock)
  bindAccount(airlock)
  bindSign(airlock)
  bindSignOrder(airlock, config)
  bindFaucet(airlock, config)
  bindSend(airlock, config)
  bindSmartAccount(airlock, config)
  bindSolana(airlock, config)
  bindNetworks(airlock, config)
  enableWhenConnected(airlock, [
    'faucet-eth',
    'faucet-tst',
    'faucet-nft',
    'sign',
    'sign-order',
    'send',
    'send-token',
    'send-two',
    'session-start',
  ])
}

function enableWhenConnected(airlock: Airlock, ids: readonly string[]): void {
  const buttons = ids.map((id) => byId(id, HTMLButtonElement))
  const draw = () => {
    const isConnected = connectedAddress(airlock.getState()) !== undefined
    for (const button of buttons) button.disabled = !isConnected
  }
  airlock.subscribe(draw)
  draw()
}

function offerDemoWallet(): void {
  const link = byId('wallet-link', HTMLAnchorElement)
  link.href = location.pathname
  link.textContent = 'open this page with it'
}

function showFault(error: unknown): void {
  const fault = byId('fault', HTMLElement)
  fault.textContent = toFailure(error).text
  fault.hidden = false
}
