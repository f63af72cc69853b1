import { Picture, type PictureProps } from './Picture.tsx'

export interface WalletIconProps extends Pick<PictureProps, 'src' | 'name' | 'id' | 'badge'> {
  /** 32 in rows, 64 in views that show one wallet. */
  size?: 20 | 24 | 32 | 40 | 64 | undefined
}

export function WalletIcon({ size = 32, ...picture }: WalletIconProps) {
  return <Picture {...picture} size={size} shape="squircle" />
}
