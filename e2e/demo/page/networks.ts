/** The networks of the project, each with a button that asks the wallet to switch. */
import type { DemoConfig, DemoNetwork } from '../config.ts'
import { byId, element, setText } from '../dom.ts'
import type { Airlock, State } from './airlock.ts'
import { bindTask } from './task.ts'

export function bindNetworks(airlock: Airlock, { networks }: DemoConfig): void {
  const rows = networks.map((network) => createRow(airlock, network))
  byId('networks', HTMLUListElement).append(...rows.map((row) => row.item))
  const draw = () => {
    const state = airlock.getState()
    for (const row of rows) row.draw(state)
  }
  airlock.subscribe(draw)
  draw()
}

function createRow(airlock: Airlock, network: DemoNetwork) {
  const button = element('button', { type: 'button', class: 'button small' }, 'Switch')
  const item = element(
    'li',
    {},
    element(
      'span',
      { class: 'network-name' },
      network.name,
      element('span', { class: 'network-id' }, network.caipNetworkId),
    ),
    button,
  )
  bindTask({
    button,
    status: byId('network-result', HTMLElement),
    run: async (report) => {
      if (isCurrent(airlock.getState(), network)) return `Already on ${network.name}.`
      report(`Confirm the switch to ${network.name} in your wallet…`)
      await airlock.switchNetwork(network.caipNetworkId)
      return `Now on ${network.name}.`
    },
  })
  return {
    item,
    draw(state: State) {
      const current = isCurrent(state, network)
      setText(button, current ? 'Current' : 'Switch')
      button.setAttribute('aria-label', current ? `Current network: ${network.name}` : `Switch to ${network.name}`)
      button.toggleAttribute('data-current', current)
      button.disabled = state.accounts[network.chainNamespace]?.status !== 'connected'
    },
  }
}

function isCurrent(state: State, { caipNetworkId, chainNamespace }: DemoNetwork): boolean {
  return (
    state.accounts[chainNamespace]?.status === 'connected' &&
    state.unsupported === undefined &&
    state.network?.caipNetworkId === caipNetworkId
  )
}
