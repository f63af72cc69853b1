import { LinkButton } from '../../../shared/ui/button/Button.tsx'
import { useOpenLink } from '../ExternalLink.tsx'

export function ExplorerButton({ href, label }: { href: string; label: string }) {
  return (
    <LinkButton href={href} target="_blank" icon="external" onClick={useOpenLink(href)}>
      {label}
    </LinkButton>
  )
}
