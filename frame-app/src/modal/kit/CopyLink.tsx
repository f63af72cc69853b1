import { useState } from 'react'
import { useAllMessages } from '../../shared/i18n/all-messages.ts'
import { Button } from '../../shared/ui/button/Button.tsx'
import { CopyButton } from '../../shared/ui/copy/CopyButton.tsx'
import { SelectedText } from '../../shared/ui/copy/SelectedText.tsx'

/** Shows a disabled button while there is no code, so that the layout does not change. */
export function CopyLink({ uri }: { uri: string | undefined }) {
  const t = useAllMessages()
  const [byHand, setByHand] = useState<string>()
  if (uri === undefined)
    return (
      <Button icon="copy" aria-disabled={true}>
        {t('pairing.copy')}
      </Button>
    )
  return (
    <>
      <CopyButton
        value={uri}
        label={t('pairing.copy')}
        copiedLabel={t('common.copied')}
        onCopy={(outcome) => setByHand(outcome === 'failed' ? uri : undefined)}
      />
      {byHand === uri && <SelectedText label={t('pairing.link')} value={uri} hint={t('pairing.copyByHand')} />}
    </>
  )
}
