/** The demo host page: an ordinary dapp that uses Airlock, and the place where its parts are put together. */
import { parseConfig } from './config.ts'
import { byId } from './dom.ts'
import { bindAccount } from './page/account.ts'
import { type Airlock, connectedAddress, createDemoAirlock } from './page/airlock.ts'
import { bindAppearance } from './page/appearance.ts'
import { toFailure } from './page/failure.ts'
import { bindLog } from './page/log.ts'
import { bindNetworks } from './page/networks.ts'
import { bindSend } from './page/send.ts'
import { bindSign } from './page/sign.ts'
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
  if (hasDemoWallet) startDemoWallet(config.networks)
  else offerDemoWallet()
  if (config.phoneUrl) byId('phone-link', HTMLAnchorElement).href = config.phoneUrl

  const airlock = createDemoAirlock(config)
  bindLog(airlock)
  bindAppearance(airlock)
  bindAccount(airlock)
  bindSign(airlock)
  bindSend(airlock)
  bindSolana(airlock, config)
  bindNetworks(airlock, config)
  enableWhenConnected(airlock, [byId('sign', HTMLButtonElement), byId('send', HTMLButtonElement)])
}

function enableWhenConnected(airlock: Airlock, buttons: readonly HTMLButtonElement[]): void {
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
