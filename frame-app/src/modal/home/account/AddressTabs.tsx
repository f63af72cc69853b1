/** The addresses of a Bitcoin wallet: one for payments and one for ordinals. One of them is the connected account. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { ReactNode } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Tabs } from '../../../shared/ui/tabs/Tabs.tsx'
import { useModal } from '../../core/modal-context.ts'
import { chooseAccount } from '../../session/choose-account.ts'
import type { Connected } from '../../session/state/accounts.ts'

const kinds = ['payment', 'ordinal'] as const

/** If the wallet has only one kind, shows just the content. */
export function AddressTabs({ connection, children }: { connection: Connected; children: ReactNode }) {
  const context = useModal()
  const t = useAllMessages()
  const { active, chainId, details = [] } = connection
  const { address } = parseCaip10(active)
  const current = details.find((one) => one.address === address)?.type
  const own = kinds.flatMap((kind) => details.find(({ type }) => type === kind) ?? [])
  if (own.length < kinds.length || (current !== 'payment' && current !== 'ordinal')) return children
  return (
    <Tabs
      label={t('account.addresses')}
      tabs={kinds.map((name) => ({ name, label: t(`account.addresses.${name}`) }))}
      current={current}
      onChoose={(kind) => {
        const chosen = own.find(({ type }) => type === kind)
        if (chosen) chooseAccount(context, `${chainId}:${chosen.address}`)
      }}
    >
      {children}
    </Tabs>
  )
}
