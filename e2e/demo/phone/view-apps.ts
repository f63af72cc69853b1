/**
 * The connected apps, each with the events that the wallet can send it. A card is kept as long as its app, so that it
 * keeps the focus.
 */
import { byId, element, setText } from '../dom.ts'
import { bindTask } from '../page/task.ts'
import type { App } from './apps.ts'
import type { Phone } from './phone.ts'

type Card = { readonly item: HTMLElement; readonly draw: (app: App) => void }

export function createAppsView(phone: Phone): { draw(): void } {
  const list = byId('apps', HTMLUListElement)
  const empty = byId('apps-empty', HTMLElement)
  const cards = new Map<string, Card>()
  return {
    draw() {
      const apps = phone.apps.list()
      const topics = new Set(apps.map(({ topic }) => topic))
      for (const [topic, { item }] of cards) {
        if (topics.has(topic)) continue
        item.remove()
        cards.delete(topic)
      }
      for (const app of apps) {
        const card = cards.get(app.topic) ?? createCard(phone, app)
        if (!cards.has(app.topic)) list.append(card.item)
        cards.set(app.topic, card)
        card.draw(app)
      }
      empty.hidden = apps.length > 0
    },
  }
}

function createCard({ apps, networks, accounts }: Phone, { topic, name, origin }: App): Card {
  const network = element('dd')
  const account = element('dd')
  const status = element('p', { class: 'result', role: 'status' })
  const id = `app-${topic.slice(0, 12)}`
  const button = (run: () => Promise<string>) => {
    const made = element('button', { type: 'button', class: 'button', 'aria-describedby': id })
    bindTask({ button: made, status, run })
    return made
  }
  const nextNetwork = () => after(networks, ({ chainId }) => chainId === apps.get(topic).network.chainId)
  const nextAccount = () => after(accounts, ({ address }) => address === apps.get(topic).account)
  const buttons = {
    network: button(async () => {
      const next = nextNetwork()
      await apps.switchNetwork(topic, next)
      return `Told the app: ${next.name}.`
    }),
    account: button(async () => {
      const next = nextAccount()
      await apps.switchAccount(topic, next.address)
      return `Told the app: account ${accounts.indexOf(next) + 1}.`
    }),
    ping: button(async () => {
      await apps.ping(topic)
      return 'The app is there.'
    }),
    end: button(async () => {
      await apps.disconnect(topic)
      return 'Disconnected.'
    }),
  }
  setText(buttons.ping, 'Ping')
  setText(buttons.end, 'Disconnect')
  const row = (label: string, value: HTMLElement) => element('div', {}, element('dt', {}, label), value)
  const item = element(
    'li',
    { class: 'app' },
    element('h3', { id }, element('bdi', {}, name)),
    element('p', { class: 'app-origin' }, element('bdi', {}, origin)),
    element('dl', { class: 'summary' }, row('Network', network), row('Account', account)),
    element('div', { class: 'buttons' }, ...Object.values(buttons)),
    status,
  )
  return {
    item,
    draw(app) {
      setText(network, app.network.name)
      setText(account, `Account ${accounts.findIndex(({ address }) => address === app.account) + 1}`)
      setText(buttons.network, `Switch to ${nextNetwork().name}`)
      setText(buttons.account, `Use account ${accounts.indexOf(nextAccount()) + 1}`)
    },
  }
}

/** The next item, wrapping around at the end. */
function after<T>(all: readonly [T, ...T[]], isCurrent: (one: T) => boolean): T {
  return all[(all.findIndex(isCurrent) + 1) % all.length] ?? all[0]
}
