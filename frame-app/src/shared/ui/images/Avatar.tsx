import { blo } from 'blo'
import { useMemo } from 'react'
import { Picture, type PictureProps } from './Picture.tsx'

export interface AvatarProps extends Pick<PictureProps, 'badge'> {
  address: string
  size?: 32 | 56 | undefined
}

/** A pattern generated from the address, the same everywhere. */
export function Avatar({ address, size = 56, badge }: AvatarProps) {
  // The generator only hashes the text, so addresses of any chain work; the prefix satisfies its type.
  const pattern = useMemo(() => blo(`0x${address.replace(/^0x/i, '')}`, 64), [address])
  return <Picture src={pattern} name="" id={address} size={size} shape="round" badge={badge} />
}
