/** A real anchor. The host, which owns the window, opens its address; if it did not, the browser follows the next press. */
import { type ComponentProps, type MouseEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n/LanguageProvider.tsx'
import { VisuallyHidden } from '../../shared/ui/base/VisuallyHidden.tsx'
import { useModal } from '../core/modal-context.ts'
import { openLink } from '../session/open-link.ts'

export function ExternalLink({ href, children, ...native }: ComponentProps<'a'> & { href: string }) {
  const onClick = useOpenLink(href)
  const t = useMessages()
  return (
    <a rel="noreferrer noopener" target="_blank" {...native} href={href} onClick={onClick}>
      {children}
      <VisuallyHidden> ({t('common.newTab')})</VisuallyHidden>
    </a>
  )
}

export function useOpenLink(href: string) {
  const context = useModal()
  const [isByBrowser, setByBrowser] = useState(false)
  return (event: MouseEvent) => {
    if (isByBrowser && /^https:/i.test(href)) return
    event.preventDefault()
    context.scope.run(openLink(context, href).then((isOpen) => setByBrowser(!isOpen)))
  }
}
