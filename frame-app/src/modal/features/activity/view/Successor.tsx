/** Leads to the transaction that replaced another one, once the list has it. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { shownActivityAtom } from '../state/shown-activity.ts'

export function Successor({ hash }: { hash: string }) {
  const context = useModal()
  const t = useAllMessages()
  const { pending, settled } = useAtomValue(shownActivityAtom)
  const found = [...pending, ...settled].find((one) => one.hash.toLowerCase() === hash.toLowerCase())
  if (!found) return null
  return (
    <ViewFooter>
      <Button
        variant="primary"
        data-focus-key={found.key}
        onClick={() => go.push(context, { view: 'Transaction', entry: found.key })}
      >
        {t('transaction.showSuccessor')}
      </Button>
    </ViewFooter>
  )
}
