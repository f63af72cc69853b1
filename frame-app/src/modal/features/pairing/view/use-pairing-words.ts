import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { dappAtom } from '../../../core/options.ts'
import type { PairingState } from '../state/pairing.ts'

export function usePairingWords(pairing: PairingState): { title: string; text: string } {
  const t = useAllMessages()
  const app = useAtomValue(dappAtom).name
  switch (pairing.status) {
    case 'idle':
    case 'preparing':
      return {
        title: t('pairing.preparing.title'),
        text: pairing.status === 'preparing' && pairing.isSlow ? t('pairing.slow.text') : t('pairing.preparing.text'),
      }
    case 'code':
      return { title: t('pairing.code.title'), text: t('pairing.code.text') }
    case 'declined':
      return {
        title: t('pairing.declined.title'),
        text: pairing.uri === undefined ? t('pairing.preparing.text') : t('pairing.declined.text'),
      }
    case 'expired':
      return { title: t('pairing.expired.title'), text: t('pairing.expired.text') }
    case 'failed':
      if (pairing.error.code === 'CLOCK_WRONG')
        return { title: t('pairing.failed.title'), text: t('pairing.clock.text') }
      if (pairing.error.code === 'UNAUTHORIZED')
        return { title: t('pairing.unusable.title'), text: t('pairing.unusable.text') }
      return pairing.error.code === 'ORIGIN_NOT_ALLOWED' || pairing.error.code === 'INVALID_PROJECT_ID'
        ? { title: t('pairing.refused.title'), text: t('pairing.refused.text') }
        : { title: t('pairing.failed.title'), text: t('pairing.slow.text') }
    case 'done':
      return {
        title: t('connecting.done.title', { wallet: pairing.wallet }),
        text: t('connecting.done.text', { app }),
      }
  }
}
