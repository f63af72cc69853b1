/** The mark of a provider: of a well-known one in the colour of the text, otherwise the picture of the project record. */
import { type NamedSocial, namedSocials } from '@airlock/protocol/contracts/shapes/socials.ts'
import type { OfferedSocial } from './social.ts'
import { marks } from './social-marks.ts'
import { WalletIcon } from './WalletIcon.tsx'

export const isNamed = (id: string): id is NamedSocial => namedSocials.some((name) => name === id)

export function SocialMark({ social, size = 24 }: { social: OfferedSocial; size?: 24 | 32 | 64 }) {
  const { id, name, icon } = social
  if (!isNamed(id)) return <WalletIcon id={`social/${id}`} name={name} src={icon} size={size} />
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
      <path d={marks[id].path} />
    </svg>
  )
}
