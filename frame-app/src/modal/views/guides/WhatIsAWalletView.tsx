/** Explains wallets to users who have none. */
import { go } from '../../flows/navigate.ts'
import { track } from '../../flows/notify.ts'
import { useModal } from '../../modal-context.ts'
import { HelpLink } from '../help/HelpLink.tsx'
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
