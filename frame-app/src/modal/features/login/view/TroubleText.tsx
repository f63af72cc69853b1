/** A sentence that says why a login step failed and what the user can do. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import type { ViewKey } from '../../../../shared/i18n/message.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { keptHintAtom } from '../../../session/reconnect-hints.ts'
import { goOnWithKept } from '../connect-embedded.ts'
import type { Trouble } from '../state/email-login.ts'
import styles from './Email.module.css'

const texts: Readonly<Record<Exclude<Trouble['reason'], 'NOT_LOADED' | 'INVALID_EMAIL' | 'WRONG_CODE'>, ViewKey>> = {
  COOL_DOWN: 'email.trouble.coolDown',
  RATE_LIMITED: 'email.trouble.rateLimited',
  DENIED: 'email.trouble.denied',
  EXPIRED: 'email.trouble.expired',
  LOCKED: 'email.trouble.locked',
  DEVICE_REMOVED: 'email.trouble.deviceRemoved',
  NO_WAY_IN: 'email.trouble.noWayIn',
  OTHER_WALLET: 'email.trouble.otherWallet',
  NOT_YOUR_WALLET: 'email.trouble.notYourWallet',
  TOO_MANY_DEVICES: 'email.trouble.tooManyDevices',
  PROVIDER_FAILED: 'social.trouble.providerFailed',
  PROVIDER_OFF: 'social.trouble.providerOff',
  IDENTITY_TAKEN: 'social.trouble.identityTaken',
  LOGIN_REMOVED: 'email.trouble.loginRemoved',
  ADDRESS_TAKEN: 'email.trouble.addressTaken',
  TOO_MANY_LOGINS: 'email.trouble.tooManyLogins',
  NEEDS_LOGIN: 'email.trouble.needsLogin',
  STORAGE_BLOCKED: 'email.trouble.storageBlocked',
  BROWSER_TOO_OLD: 'email.trouble.browserTooOld',
  FORGOTTEN: 'email.trouble.forgotten',
  ORIGIN_NOT_ALLOWED: 'email.trouble.originNotAllowed',
  UNAVAILABLE: 'email.trouble.unavailable',
  OFFLINE: 'email.trouble.offline',
  UNKNOWN: 'email.trouble.unknown',
}

export function TroubleText({ trouble }: { trouble: Trouble }) {
  return useTroubleText()(trouble)
}

/** Offers what the wallet's own window may have kept. */
export function GoOn() {
  const context = useModal()
  const t = useAllMessages()
  const hint = useAtomValue(keptHintAtom)
  if (!hint) return null
  return (
    <Button className={styles.goOn} onClick={() => context.scope.run(goOnWithKept(context))}>
      {t('email.goOn')}
    </Button>
  )
}

export function useTroubleText(): (trouble: Trouble) => string {
  const t = useAllMessages()
  return ({ reason, retryIn = 30, triesLeft }) => {
    if (reason === 'NOT_LOADED') return t('email.notLoaded')
    if (reason === 'INVALID_EMAIL') return t('email.invalid')
    if (reason === 'WRONG_CODE')
      return triesLeft === undefined ? t('email.trouble.wrongCode') : t('email.trouble.wrongCode.left', { triesLeft })
    return t(texts[reason], { seconds: retryIn, minutes: Math.max(1, Math.ceil(retryIn / 60)) })
  }
}
