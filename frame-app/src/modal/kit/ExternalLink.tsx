/** A real anchor. The host, which owns the window, opens its address, or the browser if the host cannot. */
import type { ComponentProps, MouseEvent } from 'react'
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
  return (event: MouseEvent) => {
    event.preventDefault()
    context.scope.run(openLink(context, href))
  }
}
