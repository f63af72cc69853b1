/** Explains wallets to users who have none. */

import { useModal } from '../../core/modal-context.ts'
import { HelpLink } from '../../kit/HelpLink.tsx'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { Guide } from './Guide.tsx'

const points = [
  { title: 'whatIsAWallet.login.title', text: 'whatIsAWallet.login.text' },
  { title: 'whatIsAWallet.assets.title', text: 'whatIsAWallet.assets.text' },
  { title: 'whatIsAWallet.control.title', text: 'whatIsAWallet.control.text' },
] as const

export function WhatIsAWalletView() {
  const context = useModal()
  const getOne = () => {
    track(context, 'CLICK_GET_WALLET')
    go.push(context, { view: 'GetWallet' })
  }
  return <Guide points={points} action="whatIsAWallet.action" onAction={getOne} foot={<HelpLink />} />
}
