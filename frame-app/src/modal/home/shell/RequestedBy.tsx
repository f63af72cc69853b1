/** The origin line: the requesting origin as the browser reports it; the page's own name only if it differs, as a claim. */
import { useAtomValue } from 'jotai'
import { inspectHost, mixesScripts, toDisplayText } from '../../../shared/format/display-text.ts'
import { Text, useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { OriginLine, OriginName } from '../../../shared/ui/shell/OriginLine.tsx'
import { dappAtom, hostOriginAtom } from '../../core/options.ts'

export function RequestedBy() {
  const t = useMessages()
  const origin = useAtomValue(hostOriginAtom)
  const dapp = useAtomValue(dappAtom)
  const host = URL.canParse(origin) ? new URL(origin).host : origin
  const warning = () => {
    if (inspectHost(host) === 'international') return t('origin.international')
    const claimed = dapp.url && URL.canParse(dapp.url) ? new URL(dapp.url).origin : origin
    if (claimed !== origin) return t('origin.mismatch', { name: toDisplayText(new URL(claimed).host) })
    return mixesScripts(dapp.name) ? t('origin.mixedScript') : undefined
  }
  return (
    <OriginLine warning={warning()}>
      <Text of="origin.requestedBy" values={{ origin: <OriginName key="origin">{host}</OriginName> }} />
    </OriginLine>
  )
}
