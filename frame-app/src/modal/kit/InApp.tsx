/**
 * The page runs in the browser inside another app. Such a browser may start no other app, opens no windows or replaces the page by them, and
 * Google signs nobody in there.
 */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../shared/i18n/all-messages.ts'
import { Button } from '../../shared/ui/button/Button.tsx'
import { CopyButton } from '../../shared/ui/copy/CopyButton.tsx'
import { isAndroid } from '../core/device.ts'
import { useModal } from '../core/modal-context.ts'
import { hostOriginAtom } from '../core/options.ts'
import { openLink } from '../session/open-link.ts'

const apps: Readonly<Record<string, RegExp>> = {
  Instagram: /Instagram/,
  Messenger: /MessengerForiOS|MESSENGER|Orca-Android/,
  Facebook: /FBA[NV]|FB_IAB/,
  TikTok: /musical_ly|BytedanceWebview|TikTok/i,
  X: /Twitter/,
  LinkedIn: /LinkedInApp/,
  LINE: /\bLine\//,
  WeChat: /MicroMessenger/,
  Snapchat: /Snapchat/,
  Telegram: /Telegram/,
  Pinterest: /Pinterest/,
  Reddit: /Reddit\//,
}

/** The name of the app around the page, an empty text if it has none that we know, and `undefined` in a browser. */
export function appAround(userAgent: string): string | undefined {
  const [named] = Object.entries(apps).find(([, token]) => token.test(userAgent)) ?? []
  if (named !== undefined) return named
  // Android's own mark; on an iPhone only browsers call themselves Safari.
  const isNameless =
    userAgent.includes('; wv)') || (/iphone|ipad|ipod/i.test(userAgent) && !/safari\//i.test(userAgent))
  return isNameless ? '' : undefined
}

/** How the user gets the page out of the app. */
export function InApp() {
  const context = useModal()
  const t = useAllMessages()
  const origin = useAtomValue(hostOriginAtom)
  return (
    <>
      {isAndroid() && (
        // The page completes the link with its own address, which this frame does not know.
        <Button icon="external" onClick={() => context.scope.run(openLink(context, 'intent://', 'self'))}>
          {t('inApp.open')}
        </Button>
      )}
      <CopyButton value={origin} label={t('inApp.copy')} copiedLabel={t('common.copied')} />
    </>
  )
}
