import { useModal } from '../../core/modal-context.ts'
import { go } from '../../session/navigate.ts'
import { Guide } from './Guide.tsx'

const points = [
  { title: 'whatIsANetwork.records.title', text: 'whatIsANetwork.records.text' },
  { title: 'whatIsANetwork.choice.title', text: 'whatIsANetwork.choice.text' },
  { title: 'whatIsANetwork.test.title', text: 'whatIsANetwork.test.text' },
] as const

export function WhatIsANetworkView() {
  const context = useModal()
  return <Guide points={points} action="whatIsANetwork.action" onAction={() => go.back(context)} />
}
