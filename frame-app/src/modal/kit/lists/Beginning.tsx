/** A tab shows the beginning of a long list, and all of it on request. */
import { useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'

export interface Beginning<T> {
  readonly shown: readonly T[]
  readonly isEnd: boolean
  readonly showAll: () => void
}

/** @param most a list that is hardly longer than its beginning is shown whole */
export function useBeginning<T>(all: readonly T[], { few, most }: { few: number; most: number }): Beginning<T> {
  const [isWhole, setWhole] = useState(false)
  const isEnd = isWhole || all.length <= most
  return { shown: isEnd ? all : all.slice(0, few), isEnd, showAll: () => setWhole(true) }
}

export function ShowAll({ count, onPress }: { count: number; onPress: () => void }) {
  const t = useAllMessages()
  return (
    <Button variant="quiet" onClick={onPress}>
      {t('account.showAll', { count })}
    </Button>
  )
}
