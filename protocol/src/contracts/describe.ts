/** Every message of both links as one list, for documents, vectors and tests. Not imported by any end at run time. */
import type { Deadline, Facts, Receives, Schema, Sensitivity } from './define.ts'
import * as hostFacts from './host-link/facts.ts'
import * as hostReceives from './host-link/received-by-host.ts'
import * as modalReceives from './host-link/received-by-modal.ts'
import * as hostTypes from './host-link/types.ts'
import * as walletFacts from './wallet-link/facts.ts'
import * as modalReceivesOfWallet from './wallet-link/received-by-modal.ts'
import * as walletReceives from './wallet-link/received-by-wallet.ts'
import * as walletTypes from './wallet-link/types.ts'

export interface Contract {
  link: 'host' | 'wallet'
  port: string
  type: string
  direction: `${string} → ${string}`
  kind: 'request' | 'notification'
  request: Schema
  response?: Schema
  deadline?: Deadline
  sensitivity: Sensitivity
  large: boolean
  summary: string
}

type Side = {
  name: string
  receives: Readonly<Record<string, Receives>>
  facts: Readonly<Record<string, Readonly<Record<string, Facts>>>>
}

const host: Side = { name: 'host', receives: hostReceives, facts: hostFacts.fromHost }
const modal: Side = { name: 'modal', receives: modalReceives, facts: hostFacts.fromModal }
const modalOfWallet: Side = { name: 'modal', receives: modalReceivesOfWallet, facts: walletFacts.fromModal }
const wallet: Side = { name: 'wallet', receives: walletReceives, facts: walletFacts.fromWallet }

export const contracts: readonly Contract[] = [
  ...sent('host', host, modal),
  ...sent('host', modal, host),
  ...sent('wallet', modalOfWallet, wallet),
  ...sent('wallet', wallet, modalOfWallet),
]

function sent(link: Contract['link'], from: Side, to: Side): Contract[] {
  const { personTypes, largeTypes } = link === 'host' ? hostTypes : walletTypes
  return Object.entries(to.receives).flatMap(([port, table]) => {
    const common = (type: string) => {
      const facts = from.facts[port]?.[type]
      if (!facts) throw new Error(`no facts for ${link}/${port}/${type}`)
      const large = largeTypes.has(type)
      return { link, port, type, direction: `${from.name} → ${to.name}` as const, large, ...facts }
    }
    const requests = Object.entries(table.requests).map(([type, request]): Contract => {
      const response = from.receives[port]?.answers[type]
      if (!response) throw new Error(`no answer for ${link}/${port}/${type}`)
      const deadline = personTypes.has(type) ? 'person' : 'fixed'
      return { ...common(type), kind: 'request', request, response, deadline }
    })
    const notifications = Object.entries(table.notifications).map(
      ([type, request]): Contract => ({ ...common(type), kind: 'notification', request }),
    )
    return [...requests, ...notifications]
  })
}
